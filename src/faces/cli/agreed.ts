import { readChunks, writeNote } from './output.ts'

/** Asks a yes-or-no question, which only a person at a terminal can answer. */
export async function agreed(question: string): Promise<boolean> {
  const { isatty } = process.getBuiltinModule('node:tty')
  if (!isatty(0) || !isatty(1)) return false
  writeNote(question)
  for (const chunk of readChunks()) return /^\s*y(?:es)?\s*$/iu.test(chunk.toString('utf8'))
  return false
}
