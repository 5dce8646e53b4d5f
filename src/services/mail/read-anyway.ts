import { isLost } from '../../domain/errors.ts'
import type { FullLetter } from '../../domain/message.ts'
import type { Context } from '../context.ts'

/** `problem`: why the message comes without its body, and without what long parts went with it. */
export type ReadAnyway = FullLetter & { readonly problem: string | null }

/** A message for what is known of it but its body, which may be lost. `null` where there is no such message. */
export async function readAnyway(
  { messages }: Pick<Context['store'], 'messages'>,
  id: number,
  owner: string | null,
): Promise<ReadAnyway | null> {
  try {
    const letter = await messages.read(id, owner)
    return letter && { ...letter, problem: null }
  } catch (error) {
    if (!isLost(error)) throw error
    const { rows } = await messages.thread(id, owner, { limit: 1, after: String(id - 1), bodies: false })
    const [first] = rows
    return first === undefined ? null : { ...first, problem: error.message }
  }
}
