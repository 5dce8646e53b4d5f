import type { FullLetter } from '../../domain/message.ts'
import { isSealed } from '../../domain/seal.ts'
import type { Context } from '../../operations/operation.ts'

/**
 * A letter as its reader may see it: opened if the reader has a key, otherwise with the reason in place of its text. The
 * store never sees what this answers.
 */
export async function opened<L extends FullLetter>(context: Context, letter: L): Promise<L> {
  if (!isSealed(letter.message.body)) return letter
  const { openMessage } = await import('./open-message.ts')
  return { ...letter, message: await openMessage(context, letter.message) }
}

export async function allOpened<L extends FullLetter>(
  context: Context,
  letters: readonly L[],
): Promise<readonly L[]> {
  if (!letters.some(({ message }) => isSealed(message.body))) return letters
  return Promise.all(letters.map((letter) => opened(context, letter)))
}
