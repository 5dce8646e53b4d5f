import { sanitizeLine } from '../../domain/sanitize.ts'
import { counted } from '../present.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'

/** Restores a backup, and says what is kept of the state before. */
export async function runRestore(host: Host, globals: Globals, file: string): Promise<number> {
  const restored = await host.restore({ ...chosenIn(globals), file })
  const { store, before, counts } = restored
  if (globals.json) writeOut(jsonLine(restored))
  else
    writeOut(
      `${sanitizeLine(`${store} has the mail of the backup: ${counted(counts.messages, 'message')}.`)}\n`,
    )
  if (before !== null && !globals.json && !globals.quiet)
    writeNote(`The state before is kept in ${sanitizeLine(before)}.\n`)
  return 0
}
