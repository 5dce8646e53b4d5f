import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../support/cli.ts'
import { leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

const steps = [
  'Create shared/agent_mailbox.py with all classes',
  'Add to shared/__init__.py exports',
  'Create unit tests in tests/test_agent_mailbox.py',
  'Integrate with agent_executor_pool.py',
  'Update agent system prompts',
]
const announcement = `The mailbox system has been elevated to P1 priority.

All agents should:
1. Pause non-critical work
2. Check your mailbox for assigned tasks
3. Report blockers immediately via escalation

Expected completion: EOD today.`
const review = `## Code Review Complete

**Verdict:** NEEDS_CHANGES

### Issues Found:
1. Line 145: Missing thread safety in _save_message
2. Line 203: Should validate agent_name format
3. Line 289: Add timeout to file operations

Please address these issues before merging.`

/** The four examples of ADR-003 §7, each by the keys that somebody would press. */
describe('ADR-003 §7 by keys', () => {
  let desk: Desk
  let handoff: string
  beforeAll(() => {
    desk = openDesk(['coo', 'swarm_dev/architect', 'swarm_dev/implementer', 'swarm_dev/critic'], 'swarm_dev')
    // What the architect hands on is the work of a thread, as everything that `H` is pressed on.
    desk.json(
      'send',
      'swarm_dev/architect',
      '-s',
      'Agent Mailbox System',
      '-b',
      'Please design it.',
      '--as',
      'coo',
    )
  })
  afterAll(async () => {
    await leaveAll()
    desk.close()
  })
  const sit = (as: string): Promise<Seat> => sitDown({ store: desk.store, as, columns: 120, rows: 40 })

  test('7.1 architect handing off to implementer: H', async () => {
    const seat = await sit('swarm_dev/architect')
    await seat.press('H')
    await seat.sees('Hand off: Agent Mailbox System')
    await seat.type('impl')
    await seat.sees('▸ swarm_dev/implementer')
    await seat.press('Tab', 'Tab', 'C-u')
    await seat.type('Implement Agent Mailbox System')
    await seat.press('Tab')
    await seat.type('Complete design documented in MAILBOX_DESIGN.md')
    await seat.press('Tab')
    await seat.type('Design approved, ready for implementation')
    await seat.press('Tab')
    await seat.paste(steps.join('\n'))
    // All fields, from the first of those that were not shown.
    await seat.press('C-o', 'Tab')
    await seat.type('workspace/MAILBOX_DESIGN.md')
    await seat.press('Tab', 'Tab')
    await seat.type('h')
    await seat.sees('‹ high ›')
    await seat.press(...Array.from({ length: 7 }, () => 'Tab'))
    await seat.type('swarm_dev')
    await seat.sees(/▸ Swarm +swarm_dev/u)
    await seat.press('C-s')
    await seat.sees('Work handoff from swarm_dev/architect to swarm_dev/implementer.')
    await seat.sees(`• ${steps[4]}`)
    await seat.press('C-s')
    await seat.sees(/sending in \d s/u)
    await seat.sees('Sent to swarm_dev/implementer')

    const { messages } = desk.json('inbox', '--sent', '--as', 'swarm_dev/architect')
    handoff = messages[0].id
    const [message] = desk.json('read', handoff, '--peek').messages
    expect(message).toMatchObject({
      from: 'swarm_dev/architect',
      to: ['swarm_dev/implementer'],
      kind: 'handoff',
      subject: 'Implement Agent Mailbox System',
      priority: 'high',
      swarm: 'swarm_dev',
      attachments: ['workspace/MAILBOX_DESIGN.md'],
      context: {
        work_completed: 'Complete design documented in MAILBOX_DESIGN.md',
        current_state: 'Design approved, ready for implementation',
        next_steps: steps,
        files_modified: ['workspace/MAILBOX_DESIGN.md'],
        blockers: [],
      },
    })
    expect(message.body).toContain('**Work Completed:** Complete design documented in MAILBOX_DESIGN.md')
  })

  test('7.2 COO broadcasting to swarm: m', async () => {
    const seat = await sit('coo')
    await seat.press('m')
    await seat.sees('New message')
    await seat.type('broadcast:swarm_dev')
    await seat.press('Tab', 'Tab')
    await seat.type('Priority Change: Mailbox system now P1')
    await seat.press('Tab', 'Tab')
    await seat.type('u')
    await seat.sees('‹ urgent ›')
    await seat.press('Tab')
    await seat.paste(announcement)
    await seat.press('C-s')
    await seat.sees('Sent to')

    const { messages } = desk.json('inbox', '--sent', '--as', 'coo')
    const sent = messages.find(({ priority }: Answer) => priority === 'urgent')
    const [message] = desk.json('read', sent.id, '--peek').messages
    expect(message).toMatchObject({
      kind: 'notification',
      to: ['broadcast:swarm_dev'],
      swarm: 'swarm_dev',
      tags: ['broadcast', 'swarm:swarm_dev'],
      body: announcement,
    })
    for (const agent of ['architect', 'implementer', 'critic'])
      expect(desk.json('count', `swarm_dev/${agent}`).urgent).toBe(1)
    expect(desk.json('count', 'coo').urgent).toBe(0)
  })

  test('7.3 implementer checking mailbox on startup: Enter, p, c', async () => {
    const seat = await sit('swarm_dev/implementer')
    await seat.sees('2 unread · 1 urgent')
    await seat.sees(/▸!! ● coo/u)
    await seat.press('Enter')
    await seat.sees('1 unread')
    await seat.press('q', 'j')
    await seat.sees(/▸ ! ● architect/u)
    await seat.press('Enter')
    await seat.sees('0 unread')
    await seat.sees('work completed')
    await seat.press('p')
    await seat.sees('Marked 1 message as processing')
    await seat.press('c')
    await seat.sees('Completed 1 message')

    const as = ['--as', 'swarm_dev/implementer']
    expect(desk.json('count', ...as).total).toBe(0)
    expect(desk.json('inbox', '--archived', ...as).messages.map(({ id }: Answer) => id)).toEqual([handoff])
    expect(desk.json('read', handoff, '--peek', ...as).messages[0]).toMatchObject({ owes: false })
  })

  test('7.4 critic replying to implementation: r', async () => {
    desk.json(
      'forward',
      handoff,
      '--to',
      'swarm_dev/critic',
      '-b',
      'Please review.',
      '--swarm',
      'swarm_dev',
      '--as',
      'swarm_dev/implementer',
    )
    const seat = await sit('swarm_dev/critic')
    await seat.sees(/Implement Agent Mailbox/u)
    await seat.press('j')
    await seat.sees(/▸.* implementer/u)
    await seat.press('r')
    await seat.sees('Reply to swarm_dev/implementer')
    await seat.paste(review)
    await seat.sees('Please address these issues before merging.')
    await seat.press('C-s')
    await seat.sees('Sent to swarm_dev/implementer')

    const { messages } = desk.json('inbox', '--sent', '--as', 'swarm_dev/critic')
    const [message] = desk.json('read', messages[0].id, '--peek').messages
    expect(message).toMatchObject({ kind: 'response', swarm: 'swarm_dev', body: review })
    expect(message.subject).toMatch(/^Re: /u)
    const { messages: answers } = desk.json('inbox', '--unread', '--as', 'swarm_dev/implementer')
    expect(answers.map(({ id }: Answer) => id)).toContain(message.id)
  })
})
