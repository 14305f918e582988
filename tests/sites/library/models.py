"""Books, as a small library keeps them."""

from django.db import models


class Book(models.Model):
    """A copy on the shelf, on loan, or lost."""

    title = models.CharField(max_length=120)
    author = models.CharField(max_length=80)
    pages = models.IntegerField()
    price = models.DecimalField(max_digits=8, decimal_places=2)
    status = models.CharField(
        max_length=10, choices=[("shelf", "On the shelf"), ("loan", "On loan"), ("lost", "Lost")], default="shelf"
    )
    published = models.DateField()
    borrowed = models.DateTimeField("last borrowed", null=True, blank=True)
    reserved = models.BooleanField(default=False)

    class Meta:
        """Newest first would be a sort of our own; the number is the order."""

        ordering = ("id",)

    def __str__(self) -> str:
        return self.title
