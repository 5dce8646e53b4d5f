import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isLiving } from '../../domain/roster.ts'
import { requiredText } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { requireAgent, requireId } from '../../services/lookup.ts'
import { postNotice } from '../../services/posting/notice.ts'
import { assignmentValue } from '../../services/supervision/value.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const assign = operation({
  summary: 'Assign a thread to a supervisor, who is notified in the thread',
  access: 'write',
  needs: 'own',
  input: {
    thread: requiredText('Any message of the thread', {
      positional: true,
      completes: 'message',
      placeholder: 'THREAD',
    }),
    supervisor: requiredText('The supervisor', {
      positional: true,
      completes: 'agent',
      placeholder: 'SUPERVISOR',
    }),
  },
  value: 'assigned',
  examples: [['watchpost assign Q8Y7X bob', 'assigns it to bob and notifies bob']],
  async run(context, input): Promise<Values['assigned']> {
    const supervisor = await requireAgent(context, input.supervisor)
    if (!isLiving(supervisor))
      throw new MailError(
        'conflict',
        `${supervisor.address} is retired.`,
        'List active agents with `watchpost agents`.',
      )
    const message = await requireId(context, input.thread)
    const assigned = await context.store.assignments.assign(
      doerOf(context),
      message,
      supervisor.address,
      context.now(),
    )
    await tell(context, assigned)
    return { ...assignmentValue(assigned.assignment), previous: assigned.previous }
  },
})

type Assigned = Awaited<ReturnType<Context['store']['assignments']['assign']>>

/** The new and the previous supervisor are notified once per change, unless they made it themselves. */
async function tell(context: Context, { assignment, previous, deed, subject }: Assigned): Promise<void> {
  const { thread, supervisor, by } = assignment
  const named = subject === '' ? shortId(thread) : subject
  const notices = [
    { to: supervisor, subject: `Assigned to you: ${named}`, body: `${by} assigned this thread to you.` },
    {
      to: previous,
      subject: `Assigned to ${supervisor}: ${named}`,
      body: `${by} assigned this thread to ${supervisor}.`,
    },
  ]
  for (const { to, ...said } of notices) {
    if (to === null || to === by) continue
    const about = { id: thread, thread }
    await postNotice(context, { ...said, to: [to], about, key: `assigned:${deed}:${to}` })
  }
}
