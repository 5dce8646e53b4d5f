import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
let env: NodeJS.ProcessEnv
beforeAll(() => {
  desk = openDesk(['coo', 'swarm_dev/architect', 'swarm_dev/implementer', 'swarm_dev/critic'], 'swarm_dev')
  const bin = join(desk.folder, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'watchpost')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`)
  chmodSync(program, 0o755)
  const quiet = quietEnvironment()
  env = { ...quiet, HOME: desk.folder, PATH: [bin, quiet['PATH']].join(delimiter) }
  expect(desk.run(['compat', 'adr003', '--to', 'shared'])).toMatchObject({ code: 0 })
})
afterAll(() => desk.close())

function python(program: string) {
  const done = spawnSync('python3', ['-'], { cwd: desk.folder, env, input: program, encoding: 'utf8' })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

describe('ADR-003 in Python, as it stands there', () => {
  test('§7.1 architect handing off to implementer', () => {
    const done = python(`
from shared.agent_mailbox import send_handoff, MessagePriority

# After completing design work
send_handoff(
    from_agent="swarm_dev/architect",
    to_agent="swarm_dev/implementer",
    subject="Implement Agent Mailbox System",
    work_completed="Complete design documented in MAILBOX_DESIGN.md",
    current_state="Design approved, ready for implementation",
    next_steps=[
        "Create shared/agent_mailbox.py with all classes",
        "Add to shared/__init__.py exports",
    ],
    files_modified=["workspace/MAILBOX_DESIGN.md"],
    blockers=[],
    swarm_name="swarm_dev",
    priority=MessagePriority.HIGH,
)
`)
    expect(done).toEqual({ code: 0, out: '', err: '' })
    expect(desk.json('inbox', 'swarm_dev/implementer').messages).toMatchObject([
      {
        from: 'swarm_dev/architect',
        kind: 'handoff',
        priority: 'high',
        swarm: 'swarm_dev',
        tags: ['handoff'],
        attachments: ['workspace/MAILBOX_DESIGN.md'],
        context: { current_state: 'Design approved, ready for implementation', blockers: [], notes: '' },
      },
    ])
  })

  test('§7.2 COO broadcasting to swarm', () => {
    const done = python(`
from shared.agent_mailbox import broadcast_to_swarm, MessagePriority

# Announce priority change
broadcast_to_swarm(
    from_agent="coo",
    swarm_name="swarm_dev",
    subject="Priority Change: Mailbox system now P1",
    body="""
    The mailbox system has been elevated to P1 priority.

    Expected completion: EOD today.
    """,
    priority=MessagePriority.URGENT,
)
`)
    expect(done).toEqual({ code: 0, out: '', err: '' })
    expect(desk.json('inbox', 'swarm_dev/critic').messages).toMatchObject([
      { from: 'coo', priority: 'urgent', tags: ['broadcast', 'swarm:swarm_dev'] },
    ])
  })

  test('§7.3 implementer checking mailbox on startup', () => {
    const done = python(`
from shared.agent_mailbox import check_my_mailbox, get_mailbox_manager

# Check for pending work
messages = check_my_mailbox("swarm_dev/implementer")

print(f"You have {len(messages)} pending message(s)")

for msg in messages:
    print(f"\\n{'='*50}")
    print(msg.to_markdown())

    # Mark as read
    manager = get_mailbox_manager()
    manager.read_message(msg.id)

    # If it's a handoff, start processing
    if msg.type.value == "handoff":
        manager.mark_processing(msg.id)

        # ... do the work ...

        manager.mark_completed(msg.id, archive=True)
`)
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toMatch(/^You have 2 pending message\(s\)\n/u)
    expect(done.out).toContain('## [HIGH] Implement Agent Mailbox System')
    expect(done.out).toContain('- **current_state:** Design approved, ready for implementation')
    const states = desk
      .json('inbox', 'swarm_dev/implementer', '--all')
      .messages.map(({ kind, status }: { kind: string; status: string }) => [kind, status])
    expect(Object.fromEntries(states)).toEqual({ handoff: 'archived', notification: 'read' })
  })

  test('§7.4 critic replying to implementation', () => {
    const { id } = desk.json(
      'send',
      'swarm_dev/critic',
      '-s',
      'Done',
      '-b',
      '.',
      '--as',
      'swarm_dev/implementer',
    )
    const done = python(`
from shared.agent_mailbox import get_mailbox_manager, MessagePriority

manager = get_mailbox_manager()

# Reply to a message
manager.reply(
    original_message_id="${id}",
    from_agent="swarm_dev/critic",
    body="""
    ## Code Review Complete

    **Verdict:** NEEDS_CHANGES
    """,
    payload={
        "verdict": "NEEDS_CHANGES",
        "issue_count": 3,
    },
)
`)
    expect(done).toEqual({ code: 0, out: '', err: '' })
    const [answer] = desk.json('inbox', 'swarm_dev/implementer', '--kind', 'response').messages
    expect(answer).toMatchObject({
      subject: 'Re: Done',
      replyTo: id,
      thread: id,
      payload: { verdict: 'NEEDS_CHANGES', issue_count: 3 },
    })
  })

  test('§5.1 to §5.3: an escalation to the CEO, a high-priority look, a simple message', () => {
    const done = python(`
from shared.agent_mailbox import send_message, MessagePriority, MessageType, get_mailbox_manager

send_message(
    from_agent="coo",
    to_agent="user",  # or "ceo"
    subject="CEO Escalation: Budget",
    body="Which one?",
    message_type=MessageType.ESCALATION,
    priority=MessagePriority.HIGH,
    payload={"escalation_id": "ESC-1", "reason": "budget"},
)
sent = send_message(
    from_agent="critic",
    to_agent="implementer",
    subject="Code review feedback",
    body="Found issues in lines 45-50...",
    priority=MessagePriority.HIGH,
)
manager = get_mailbox_manager()
pending = manager.check_mailbox("implementer", unread_only=True, min_priority=MessagePriority.HIGH)
print([m.subject for m in pending], manager.get_pending_count("implementer")["high"])
print([m.id == sent.id for m in manager.get_thread(sent.id)], sent.to_agent, sent.status)
print(type(sent).from_dict(sent.to_dict()) == sent)
print(manager.read_message("MSG-unknown"), manager.reply("MSG-unknown", "critic", "x"), manager.get_thread("MSG-unknown"))
kept = manager.mark_completed(sent.id, archive=False)
print(kept.status, kept.completed_at is not None, sent.id in [m.id for m in manager.check_mailbox("implementer")])
`)
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out.split('\n')).toEqual([
      "['Code review feedback'] 1",
      '[True] implementer MessageStatus.UNREAD',
      'True',
      'None None []',
      'MessageStatus.COMPLETED True False',
      '',
    ])
    expect(desk.json('inbox').messages).toMatchObject([
      { subject: 'CEO Escalation: Budget', kind: 'escalation' },
    ])
  })

  test('what Watchpost refuses is an error with its code', () => {
    const done = python(`
from shared.agent_mailbox import MailboxError, send_message
try:
    send_message("critic", "system", "s", "b")
except MailboxError as error:
    print(error.code)
`)
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).not.toBe('')
  })

  test('what has expired is in no list, though somebody works on it', () => {
    const done = python(`
import time
from datetime import datetime, timedelta
from shared.agent_mailbox import get_mailbox_manager
manager = get_mailbox_manager()
until = datetime.now() + timedelta(seconds=3)
short = manager.send("coo", "swarm_dev/critic", "short", "x", expires_at=until)
lasting = manager.send("coo", "swarm_dev/critic", "lasting", "x")
for one in (short, lasting):
    manager.mark_processing(one.id)
while datetime.now() <= until:
    time.sleep(0.1)
found = [one.id for one in manager.check_mailbox("swarm_dev/critic", unread_only=False)]
print(short.id in found, lasting.id in found)
`)
    expect(done).toEqual({ code: 0, out: 'False True\n', err: '' })
    // Here, work in progress stays in its mailbox.
    expect(desk.json('inbox', 'swarm_dev/critic', '--all').messages).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: 'short', status: 'processing' })]),
    )
  })
})
