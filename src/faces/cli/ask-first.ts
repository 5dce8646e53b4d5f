import { MailError } from '../../domain/errors.ts'
import type { Asks } from '../../operations/operation.ts'
import type { Raw } from './flags.ts'
import type { Globals } from './globals.ts'
import { readChunks, writeNote } from './output.ts'

/**
 * Asks whether what was shown should be done. Answers the input that does it; `null` where it was done, or only a look was wanted.
 * @throws MailError `usage` where the answer is no, or nobody can be asked
 */
export async function confirmed(asks: Asks, input: Raw, { json }: Globals): Promise<Raw | null> {
  if (input['yes'] === true || input['dryRun'] === true) return null
  if (!json && (await agreed(asks.question))) return { ...input, yes: true }
  throw new MailError('usage', asks.undone, asks.instead)
}

/** Only a person at a terminal can be asked. */
export async function agreed(question: string): Promise<boolean> {
  const { isatty } = process.getBuiltinModule('node:tty')
  if (!isatty(0) || !isatty(1)) return false
  writeNote(question)
  for (const chunk of readChunks()) return /^\s*y(?:es)?\s*$/iu.test(chunk.toString('utf8'))
  return false
}
