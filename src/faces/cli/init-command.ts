import { sanitizeLine } from '../../domain/sanitize.ts'
import type { Raw } from './flags.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'

/** Creates the store, and reports who the person at the keyboard is in it. */
export async function runInit(host: Host, globals: Globals, input: Raw): Promise<number> {
  const { swarm, test = false } = input as { readonly swarm?: string; readonly test?: boolean }
  const made = await host.initialise({ ...chosenIn(globals), swarm, forTests: test })
  if (globals.json) {
    writeOut(jsonLine(made))
    return 0
  }
  const swarmed = made.swarm === null ? '' : ` for the swarm ${made.swarm}`
  writeOut(
    made.created
      ? sanitizeLine(
          `Created the store ${made.store}${swarmed}${made.forTests ? ' for tests' : ''}; you are ${made.person}.`,
        ).concat('\n')
      : sanitizeLine(`The store ${made.store} already exists${swarmed}; you are ${made.person}.`).concat(
          '\n',
        ),
  )
  if (!globals.quiet && made.created)
    writeNote(
      'Next: `watchpost agents register NAME` for each agent, then `watchpost send NAME -s … -b …`.\nTo be notified while you are away, name a program below `notify:` in ~/.config/watchpost/config.yaml.\n',
    )
  return 0
}
