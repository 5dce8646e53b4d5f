import { after } from '../../after.ts'
import { chunkSize, readAll, sinkOf, textOf } from './output.ts'

/** A coding agent that is silent for this long has nothing more to say, although it leaves the pipe open, ms. */
const patience = 3_000

/** The event of a hook: standard input up to its end, to the end of its first JSON value, or to a long silence. */
export async function readHookInput(): Promise<string> {
  if (sinkOf(0) === 'file') return readAll()
  const chunks: Buffer[] = []
  const { stdin } = process
  await new Promise<void>((resolve) => {
    let silence = after(patience, resolve)
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      silence.stop()
      if (mayEnd(chunk) && isJson(Buffer.concat(chunks).toString('utf8'))) resolve()
      else silence = after(patience, resolve)
    })
    stdin.once('end', resolve).once('error', () => resolve())
  })
  stdin.removeAllListeners().destroy()
  return textOf(Buffer.concat(chunks), 'Standard input')
}

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
