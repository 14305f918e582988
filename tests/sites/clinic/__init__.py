"""A clinic's records in Starlette-Admin, whose lists a script draws in the browser: a test site that none of us drew."""
