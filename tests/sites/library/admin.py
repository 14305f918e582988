"""What the admin shows of a book."""

from django.contrib import admin

from .models import Book


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    """A change list with sortable heads, a filter, a search box and a hundred books a page."""

    list_display = ("title", "author", "pages", "price", "status", "published", "borrowed", "reserved")
    list_filter = ("status",)
    search_fields = ("title", "author")
