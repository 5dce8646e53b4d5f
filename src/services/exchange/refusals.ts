import { contentText } from '../../domain/debates/debate-body.ts'
import { isMailError } from '../../domain/errors.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Due, Format } from '../../formats/format.ts'
import type { Context } from '../context.ts'
import { plainPost } from '../posting/plain-post.ts'
import type { Addressing } from './addressing.ts'

/** Notices to the writers of entries that were not delivered: one for each id, as an answer of the system. */
export function openRefusals(context: Context, format: Format) {
  const { exchange, messages } = context.store
  // The answer marks an entry as reported, so it stays marked when this process has ended.
  const names = `refused ${format.name}`
  const knownBy = async (name: string) => (await exchange.known(names, [name]))[0] ?? null

  return {
    /** Why this very entry was refused before. */
    async earlier({ id, digest }: Due): Promise<string | null> {
      const message = await knownBy(`${id} ${digest}`)
      const letter = message === null ? null : await messages.read(message, null)
      const payload = letter?.message.payload
      const why = isJsonObject(payload) ? payload['error'] : undefined
      return typeof why === 'string' ? why : null
    },
    async tell(due: Due, why: string, addressing: Addressing): Promise<void> {
      const { id, digest } = due
      const message = (await knownBy(id)) ?? (await answer(context, format, due, why, addressing))
      if (message === null) return
      await exchange.name(names, [
        { message, id },
        { message, id: `${id} ${digest}` },
      ])
    },
  }
}

export type Refusals = ReturnType<typeof openRefusals>

/** `null` if nobody can be notified. */
async function answer(
  context: Context,
  format: Format,
  { id, local, writer }: Due,
  why: string,
  addressing: Addressing,
): Promise<number | null> {
  const address = addressing.owner(writer)
  if (address === null || addressing.agents.get(address)?.state === 'dead') return null
  const payload: JsonObject = {
    statement: 'Your message was not delivered.',
    error: why,
    message_id: local,
  }
  const { createHash } = process.getBuiltinModule('node:crypto')
  const post = plainPost({
    from: 'system',
    to: [writer],
    kind: 'response',
    tier: 1,
    subject: `Not delivered: ${local}`.slice(0, 200),
    body: contentText(payload),
    payload,
    // It names a message that is not here, in the format's own words.
    meta: { links: { [format.name]: { replyTo: local } } },
    sentAt: context.now(),
    key: `refused:${format.name}:${createHash('sha256').update(id).digest('hex').slice(0, 24)}`,
    origin: context.origin,
    recipients: [{ address, via: 'to', owes: false, expiresAt: null }],
  })
  try {
    const posted = await context.store.messages.deliver(post)
    if (!posted.duplicate) context.bells?.later(context, [address])
    return posted.id
  } catch (error) {
    // Another process has sent the notice, or the writer has just left.
    if (isMailError(error) && (error.code === 'conflict' || error.code === 'not-found')) return null
    throw error
  }
}
