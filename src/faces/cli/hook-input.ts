import { read } from 'node:fs'
import { after } from '../../after.ts'
import { chunkSize, readAll, sinkOf, textOf } from './output.ts'

/** A coding agent that is silent for this long has nothing more to say, although it leaves the pipe open, ms. */
const patience = 3_000
const stdin = 0

/** `isOpen`: the reader still waits for more, and Node cannot end while it does. */
export type HookInput = { readonly text: string; readonly isOpen: boolean }

/**
 * The event of a hook: standard input up to its end, to the end of its first JSON value, or to a long silence. `process.stdin`
 * would bring the sockets with it, which takes longer than all that most hooks do.
 */
export async function readHookInput(): Promise<HookInput> {
  if (sinkOf(stdin) === 'file') return { text: readAll(), isOpen: false }
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = await readSome()
    if (chunk === 'silent' || chunk.length === 0) return inputOf(chunks, chunk === 'silent')
    chunks.push(chunk)
    if (mayEnd(chunk) && isJson(Buffer.concat(chunks).toString('utf8'))) return inputOf(chunks, false)
  }
}

function inputOf(chunks: readonly Buffer[], isOpen: boolean): HookInput {
  return { text: textOf(Buffer.concat(chunks), 'Standard input'), isOpen }
}

/** What comes next; nothing at the end. */
function readSome(): Promise<Buffer | 'silent'> {
  return new Promise((resolve, reject) => {
    const chunk = Buffer.allocUnsafe(chunkSize)
    const silence = after(patience, () => resolve('silent'))
    read(stdin, chunk, 0, chunkSize, null, (error, length) => {
      silence.stop()
      if (error === null) resolve(chunk.subarray(0, length))
      else if (error.code === 'EOF') resolve(chunk.subarray(0, 0))
      else if (error.code === 'EAGAIN') after(retry, () => readSome().then(resolve, reject))
      else reject(error)
    })
  })
}

/** Where somebody made the pipe one that does not wait, ms. */
const retry = 10

/** Parsing all of a large event at each chunk would take long: more is on its way after a full one. */
function mayEnd(chunk: Buffer): boolean {
  return chunk.length < chunkSize && /[}\]]\s*$/u.test(chunk.subarray(-64).toString('latin1'))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/u, ''))
    return true
  } catch {
    return false
  }
}
