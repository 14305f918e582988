"""What is written back to the tracker, in Trac?"""

from tests.apps.write_back import Chore, Place

SITE = """
  tracker:
    url: "{{ env.SITE_URL }}"
    login: {at: /login, steps: [expect: {text: logged in as ana}], check: Logout}
"""

ACCEPTED = """
  - navigate: {start: /query, query: {status: accepted, order: id}}
  - extract:
      into: tickets
      fields: {ticket: integer, summary: text, type: text, priority: text, owner: text, url: link}
"""

CHORES = (
    Chore(
        name="answer with a number",
        stages=ACCEPTED
        + """
  - execute:
      act:
        for_each: SELECT count(*) AS n FROM tickets WHERE priority IN ('blocker', 'critical')
        writes: ["POST /ticket/20"]
        steps:
          - open: /ticket/20
          - fill: {Add Comment: "{{ row.n }} urgent tickets are being worked on."}
          - click: Submit changes
        verify: [open: /ticket/20, expect: {text: "{{ row.n }} urgent tickets are being worked on"}]
""",
        query="SELECT newvalue = (SELECT count(*) FROM ticket WHERE status = 'accepted' AND priority IN ('blocker', 'critical'))"
        " || ' urgent tickets are being worked on.' FROM ticket_change WHERE ticket = 20 AND author = 'ana'"
        " AND field = 'comment' AND newvalue LIKE '%urgent%'",
        done=[(1,)],
    ),
    Chore(
        name="close the trivial",
        stages=ACCEPTED
        + """
  - execute: {into: trivial, sql: "SELECT url FROM tickets WHERE priority = 'trivial' AND type = 'task' ORDER BY ticket"}
  - execute:
      act:
        for_each: SELECT url FROM trivial
        rows: "<= 20"
        writes: [{"POST /ticket/*": {action: [resolve]}}]
        steps:
          - open: "{{ row.url }}"
          - click: Modify Ticket
          - fill: {Action: resolve}
          - fill: {as: wontfix}
          - click: Submit changes
        verify: [open: "{{ row.url }}", expect: {text: closed task (wontfix)}]
""",
        query="SELECT count(*) FROM ticket WHERE status = 'closed' AND resolution = 'wontfix' AND id IN"
        " (SELECT ticket FROM ticket_change WHERE author = 'ana' AND field = 'resolution')",
        done=[(4,)],
        writes=4,
    ),
    Chore(
        name="move a ticket",
        stages="""
  - execute:
      act:
        writes: ["POST /ticket/33"]
        steps:
          - open: /ticket/33
          - click: Modify Ticket
          - fill: {Milestone: Someday, Keywords: "tide, night", Priority: minor, Component: Tides}
          - click: Submit changes
        verify: [open: /ticket/33, expect: {text: "tide, night"}]
""",
        query="SELECT milestone, keywords, priority, component FROM ticket WHERE id = 33",
        done=[("Someday", "tide, night", "minor", "Tides")],
    ),
    Chore(
        name="attach a file",
        stages="""
  - execute:
      act:
        writes: ["POST /attachment/ticket/21"]
        steps:
          - open: /ticket/21
          - click: {role: link, name: Attachments (0)}
          - click: Attach file
          - upload: {File (size limit 256.0 KB): chart.txt}
          - fill: {Description of the file (optional): The chart of the bay}
          - click: Add attachment
        verify: [open: /attachment/ticket/21/, expect: {text: chart.txt}]
""",
        query="SELECT filename, size, description, author FROM attachment WHERE type = 'ticket' AND id = '21'",
        done=[("chart.txt", 26, "The chart of the bay", "ana")],
    ),
    Chore(
        name="add a component",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/ticket/components"]
        steps: [open: /admin/ticket/components, fill: {Name: Soundings, Owner: fumiko}, click: Add]
        verify: [open: /admin/ticket/components, expect: {text: Soundings}]
""",
        query="SELECT owner FROM component WHERE name = 'Soundings'",
        done=[("fumiko",)],
    ),
    Chore(
        name="open a ticket",
        stages="""
  - execute:
      act:
        writes: ["POST /newticket"]
        steps:
          - open: /newticket
          - fill: {Summary: The bay is not on the chart, Description: It was never drawn., Type: defect, Priority: critical, Component: Charts}
          - click: Create ticket
        verify: [open: /query?reporter=ana&component=Charts&priority=critical, expect: {text: The bay is not on the chart}]
""",
        query="SELECT type, priority, component, description, status FROM ticket WHERE summary = 'The bay is not on the chart'",
        done=[("defect", "critical", "Charts", "It was never drawn.", "new")],
    ),
)

TICKETS = Place(module="tickets", database="lighthouse/db/trac.db", site=SITE, chores=CHORES)
