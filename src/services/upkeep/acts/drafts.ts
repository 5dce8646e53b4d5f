import type { Draft } from '../../../../store/mail-store.ts'
import { overdueAfter } from '../../../domain/draft.ts'
import { isMailError, type MailError } from '../../../domain/errors.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { sendDraftOf } from '../../drafts/send-draft.ts'
import { postNotice } from '../../posting/notice.ts'
import { type Act, goesOn, lookedFor } from '../act.ts'

const act = 'drafts'
const why = 'Its sending time has passed, and the agent that was to send it is gone.'
/** These pass by themselves: the next round tries again. */
const passing = ['busy', 'damaged', 'stale', 'no-store']

/** Sends drafts that are overdue, as their owners. One that is refused stays, without a time, and its owner is told why. */
export const sendOverdue: Act = async (round) => {
  const { context, rehearsal } = round
  const done: ActValue[] = []
  // Who asks for a patrol means now. Else a screen that shows the draft comes first.
  const grace = round.pace === undefined ? 0 : overdueAfter
  for (const draft of await context.store.drafts.due(context.now() - grace, lookedFor)) {
    const named = `the draft ${draft.id} of ${draft.owner}`
    if (rehearsal) {
      done.push({ act, what: `would send ${named}`, why, messages: [] })
      continue
    }
    const what = await send(context, draft, named)
    if (what !== null) done.push({ act, why, ...what })
    if (!(await goesOn(round))) break
  }
  return done
}

async function send(
  context: Context,
  draft: Draft,
  named: string,
): Promise<Pick<ActValue, 'what' | 'messages'> | null> {
  const owner = await context.store.roster.find(draft.owner)
  if (owner === null) return null
  const asOwner = { ...context, actor: owner, principal: null, session: null, origin: null, hops: 0 }
  try {
    const { id } = await sendDraftOf(asOwner, draft)
    return { what: `sent ${named}`, messages: [id] }
  } catch (error) {
    if (!isMailError(error) || passing.includes(error.code)) {
      if (isMailError(error)) return null
      throw error
    }
    await keep(context, draft, error)
    return { what: `kept ${named}, which was refused`, messages: [] }
  }
}

/** It would be refused again: only its owner can change it. */
async function keep(context: Context, draft: Draft, { message, hint }: MailError): Promise<void> {
  await context.store.drafts.save({ ...draft, sendAt: null })
  await postNotice(context, {
    to: [draft.owner],
    subject: `Not sent: your draft ${draft.id}`,
    body: [
      `Your draft ${draft.id} was to be sent, and was refused: ${message}`,
      hint,
      '',
      `Send it with \`watchpost draft send ${draft.id}\`, or delete it with \`watchpost draft delete ${draft.id}\`.`,
    ].join('\n'),
    about: null,
    key: `draft-refused:${draft.owner}:${draft.id}:${draft.sendAt}`.slice(0, 200),
    priority: 'high',
  })
}
