import { isUuid } from '../../domain/id.ts'
import { draftOfUuid } from '../../domain/mail2/draft-ids.ts'
import type { Lying } from '../../services/boxes/lying.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Visit } from './visit.ts'
import { createdAt, draftUuid } from './wire/draft.ts'

const atOnce = 500

/** All drafts of the person: there are few of them. */
export async function allDrafts({ mailbox }: Visit): Promise<readonly DraftValue[]> {
  const found: DraftValue[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof mailbox.listDrafts>> = await mailbox.listDrafts({
      limit: atOnce,
      ...(after !== null && { after }),
    })
    found.push(...page.drafts)
    after = page.next
  } while (after !== null)
  return found
}

/** By the time that they were begun. */
export function inOrder(drafts: readonly DraftValue[], newestFirst: boolean): readonly DraftValue[] {
  const sign = newestFirst ? -1 : 1
  const key = (draft: DraftValue) => `${createdAt(draft)} ${draft.id}`
  return drafts.toSorted((one, other) => (key(one) < key(other) ? -sign : sign))
}

/** Most ids say themselves which draft they are of. One that somebody chose is found by going through all of them. */
export async function findDraft(visit: Visit): Promise<DraftValue | null> {
  const { world, owner, call } = visit
  const uuid = (call.params['draft_id'] ?? '').toLowerCase()
  const id = draftOfUuid(uuid)
  if (id !== null) return world.mailbox.findDraft({ owner, id })
  if (!isUuid(uuid)) return null
  return (await allDrafts(visit)).find((draft) => draftUuid(draft) === uuid) ?? null
}

/** @throws Refusal 404 */
export async function requireDraft(visit: Visit): Promise<DraftValue> {
  const found = await findDraft(visit)
  if (found === null) throw noDraft()
  return found
}

/** What was sent from a draft that is gone. @throws Refusal 404 where nothing was */
export async function requireSentBefore({ world, owner, call }: Visit): Promise<Lying> {
  const draft = draftOfUuid(call.params['draft_id'] ?? '')
  const sent = draft === null ? null : await world.mailbox.sentFromDraft({ owner, draft })
  if (sent === null) throw noDraft()
  return sent
}

function noDraft(): Refusal {
  return new Refusal(404, 'you have no such draft')
}

/** @throws Refusal 409 for a draft of what MAIL has no word for */
export function requirePlain({ operation, fields }: DraftValue): void {
  if (operation !== 'send' && operation !== 'reply')
    throw new Refusal(409, `this draft is a ${operation}; go on with it in Watchpost`)
  if ('sealed' in fields) throw new Refusal(409, 'this draft is sealed; go on with it where its key is')
}
