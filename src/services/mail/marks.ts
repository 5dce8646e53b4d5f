import type { Draft } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { Letter } from '../../domain/message.ts'
import type { InboxRow } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { draftValue } from '../drafts/value.ts'

/** More drafts than these are not looked through. */
const mostDrafts = 200

/** A person's actions on each message that its status does not show: answered it, began an answer, or gave it to somebody. */
export async function marksOf(
  context: Context,
  owner: string,
  letters: readonly Letter[],
): Promise<readonly NonNullable<InboxRow['marks']>[]> {
  const { store, actor } = context
  const messages = letters.map(({ message }) => message)
  const [answered, assignments, drafts] = await Promise.all([
    store.messages.answeredBy(
      owner,
      messages.map(({ id }) => id),
    ),
    store.assignments.find([...new Set(messages.map(({ thread }) => thread))]),
    store.drafts.list(actor.address, { limit: mostDrafts, after: null }),
  ])
  const hands = new Map(assignments.map(({ thread, supervisor }) => [thread, supervisor]))
  const ids = new Set(messages.map(({ id }) => shortId(id)))
  const answers = drafts.rows
    .filter(({ operation, sendAt }) => operation === 'reply' && sendAt === null)
    .filter(({ fields }) => ids.has(messageOf(fields)))
  const begun = new Map(
    (await Promise.all(answers.map((draft) => withText(context, draft)))).map((draft) => [
      messageOf(draft.fields),
      draftValue(draft),
    ]),
  )
  const replied = new Set(answered)
  return messages.map(({ id, thread }) => ({
    answered: replied.has(id),
    assigned: hands.get(thread) ?? null,
    draft: begun.get(shortId(id)) ?? null,
  }))
}

function messageOf(fields: Draft['fields']): string {
  return String(fields['message'] ?? '')
}

async function withText(context: Context, draft: Draft): Promise<Draft> {
  if (!('sealed' in draft.fields)) return draft
  return (await import('../sealing/sealed-drafts.ts')).openDraft(context, draft)
}
