import { type Checkpoint, leavesAt } from '../../domain/draft.ts'
import { isMailError } from '../../domain/errors.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import type { Mailbox } from '../../mailbox.ts'

const mostNamed = 10

/** HAAK's /checkpoint: sends scheduled drafts, names other drafts, and counts unread mail. One sentence each. */
export async function checkpoint(mailbox: Mailbox, at: Checkpoint): Promise<readonly string[]> {
  const { drafts, next } = await mailbox.listDrafts({ limit: 50 })
  const said: string[] = []
  const waiting: string[] = []
  for (const { id, sendAt } of drafts)
    if (sendAt !== null && leavesAt(at, Date.parse(sendAt))) said.push(await sendNow(mailbox, id))
    else waiting.push(sendAt === null ? sanitizeLine(id) : `${sanitizeLine(id)} (goes at ${sendAt})`)
  if (waiting.length > 0) said.push(unsent(waiting, next !== null))
  const { total } = await mailbox.count({})
  if (total > 0) said.push(`${total} unread: read them with \`watchpost inject\`.`)
  return said
}

async function sendNow(mailbox: Mailbox, draft: string): Promise<string> {
  const name = sanitizeLine(draft)
  try {
    const { id } = await mailbox.sendDraft({ draft })
    return `Sent the draft ${name} as ${id}.`
  } catch (error) {
    if (!isMailError(error)) throw error
    return `The draft ${name} could not be sent: ${sanitizeLine(error.message)}`
  }
}

function unsent(drafts: readonly string[], more: boolean): string {
  const named = drafts.slice(0, mostNamed).join(', ')
  const rest = more || drafts.length > mostNamed ? ' and more' : ''
  return `Unsent drafts: ${named}${rest}. Send one with \`watchpost draft send ID\`, or delete it with \`watchpost draft delete ID\`.`
}
