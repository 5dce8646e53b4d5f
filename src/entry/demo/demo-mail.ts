import { idOf, keep, type Moment } from './demo-moments.ts'

const morning: readonly Moment[] = [
  {
    ago: 320,
    who: 'swarm_dev/architect',
    act: (architect, kept) =>
      keep(
        kept,
        'design',
        architect.send({
          to: ['lea'],
          subject: 'Store schema drafted',
          body: 'The draft keeps **one row per recipient**, and one sort key for every inbox.\n\n| table | rows at 1M mails |\n|---|---|\n| messages | 1,000,000 |\n| deliveries | 1,000,000 |\n\nRead `design/store.md` before noon, please.',
          attach: ['design/store.md'],
          tag: ['store'],
        }),
      ),
  },
  {
    ago: 300,
    who: 'lea',
    act: (lea, kept) =>
      lea.reply({
        message: idOf(kept, 'design'),
        body: 'Read it. The sort key is right; go on with the claim statement.',
      }),
  },
  {
    ago: 290,
    who: 'swarm_dev/architect',
    act: (architect, kept) =>
      architect.reply({
        message: idOf(kept, 'design'),
        body: 'Claim is one `UPDATE … RETURNING` now. Measured: 40 µs.',
      }),
  },
  {
    ago: 200,
    who: 'swarm_dev/librarian',
    act: (librarian, kept) =>
      keep(
        kept,
        'question',
        librarian.send({
          to: ['lea'],
          subject: 'Schema question',
          body: 'Do expired mails count as unread in the badge?\n\n> unread means one thing\n\nI would say no.',
        }),
      ),
  },
  {
    ago: 190,
    who: 'lea',
    act: (lea, kept) =>
      lea.reply({
        message: idOf(kept, 'question'),
        body: 'No: unread, not snoozed, not expired, not dead.',
      }),
  },
  {
    ago: 180,
    who: 'swarm_dev/librarian',
    act: (librarian, kept) =>
      librarian.reply({
        message: idOf(kept, 'question'),
        body: 'Then the badge in the roster is right, and the title is wrong. I file it.',
      }),
  },
]

const noon: readonly Moment[] = [
  {
    ago: 64,
    who: 'coo',
    act: (coo) =>
      coo.send({
        to: ['broadcast:swarm_dev', 'lea'],
        subject: 'Priority change: mailbox system is now P1',
        kind: 'notification',
        body: 'The mailbox system has been elevated to P1.\n\n1. Pause non-critical work\n2. Check your mailbox for assigned tasks\n3. Report blockers immediately\n\nExpected completion: end of day.',
        priority: 'urgent',
      }),
  },
  {
    ago: 50,
    who: 'swarm_dev/architect',
    act: (architect, kept) =>
      keep(
        kept,
        'work',
        architect.handoff({
          to: 'swarm_dev/implementer',
          subject: 'Implement mailbox store',
          cc: ['lea'],
          priority: 'high',
          done: 'Complete design documented in design/store.md',
          state: 'Design approved, ready for implementation',
          stateFile: 'workspace/STATE.md',
          next: [
            'Create store/sqlite with the schema of the design',
            'Pass the conformance suite',
            'Measure the claim at one million rows',
          ],
          file: ['design/store.md'],
          blocker: ['The name of the bell file is not decided'],
          job: 'job-123',
          tag: ['store'],
        }),
      ),
  },
  {
    ago: 41,
    who: 'swarm_dev/implementer',
    act: (implementer) =>
      implementer.send({
        to: ['lea', 'role:reviewer'],
        subject: 'May I take the bell file name from the design?',
        body: 'It says `bell`. If nobody objects by five I take that.',
        kind: 'query',
      }),
  },
]

const lately: readonly Moment[] = [
  {
    ago: 45,
    who: 'swarm_dev/tester',
    act: (tester) =>
      tester.send({
        to: ['lea'],
        subject: 'Nightly run finished',
        body: 'All 412 tests passed in 3 min 12 s.\n\n```text\n\u001b[32m412 passed\u001b[0m, 0 failed\n```',
        kind: 'notification',
        priority: 'low',
      }),
  },
  {
    ago: 14,
    who: 'swarm_dev/critic',
    act: (critic, kept) =>
      keep(
        kept,
        'red',
        critic.send({
          to: ['lea', 'swarm_dev/implementer'],
          subject: 'Tests red on main',
          body: '## Code review\n\n**Verdict:** NEEDS_CHANGES\n\n1. `deliver` reads the roster twice\n2. The hold is not released when the pipe closes\n3. No test kills the reader\n\nPlease fix these before merging.',
          priority: 'urgent',
          payload: { verdict: 'NEEDS_CHANGES', issue_count: 3 },
          tag: ['review'],
        }),
      ),
  },
  {
    ago: 12,
    who: 'swarm_dev/implementer',
    // As a face does: what was offered was shown.
    act: async (implementer, kept) => (await implementer.read({ messages: [idOf(kept, 'work')] })).settle(),
  },
  {
    ago: 11,
    who: 'swarm_dev/implementer',
    act: (implementer, kept) => implementer.process({ messages: [idOf(kept, 'work')], lease: 600_000 }),
  },
  {
    ago: 6,
    who: 'swarm_dev/implementer',
    act: (implementer, kept) =>
      implementer.reply({
        message: idOf(kept, 'red'),
        body: 'On it. The hold is released on EPIPE now; the kill test follows.',
      }),
  },
  {
    ago: 3,
    who: 'coo',
    act: (coo) =>
      coo.send({
        to: ['lea'],
        subject: 'Budget for the weekend',
        body: 'Two agents or four? I need your word before six.',
        priority: 'high',
      }),
  },
  {
    ago: 2,
    who: 'swarm_dev/critic',
    act: (critic, kept) =>
      critic.reply({
        message: idOf(kept, 'red'),
        body: 'The kill test is the one that matters. I wait with the merge.',
        priority: 'urgent',
      }),
  },
]

/** The messages between agents and their supervisor. */
export const mailOfTheDay: readonly Moment[] = [...morning, ...noon, ...lately]
