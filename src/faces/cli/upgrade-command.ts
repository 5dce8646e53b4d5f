import { sanitizeLine } from '../../domain/sanitize.ts'
import { counted } from '../present.ts'
import { exitCodes } from './exit.ts'
import type { Raw } from './flags.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host, UpgradeCheck } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'

type Wanted = { readonly check?: boolean; readonly backup?: string; readonly noBackup?: boolean }

/** Upgrades a store, or shows whether it needs to be. */
export async function runUpgrade(host: Host, globals: Globals, input: Raw): Promise<number> {
  const { check = false, backup, noBackup = false } = input as Wanted
  if (check) return showCheck(await host.checkUpgrade(chosenIn(globals)), globals)
  const quiet = globals.json || globals.quiet
  const say = (sentence: string): void => {
    if (!quiet) writeNote(`${sanitizeLine(sentence)}\n`)
  }
  const upgraded = await host.upgrade({ ...chosenIn(globals), backup, noBackup, say })
  const { store, from, to } = upgraded
  if (globals.json) writeOut(jsonLine(upgraded))
  else if (from === to) writeOut(sanitizeLine(`The store ${store} already has schema ${to}.`).concat('\n'))
  else {
    writeOut(sanitizeLine(`Upgraded the store ${store} from schema ${from} to ${to}.`).concat('\n'))
    if (upgraded.backup !== null) say(`${upgraded.backup} keeps it as it was.`)
  }
  return 0
}

function showCheck(check: UpgradeCheck, { json }: Globals): number {
  const { store, schema, program, connected, needed } = check
  if (json) writeOut(jsonLine(check))
  else {
    const lines = [
      `The store ${store} has schema ${schema}; watchpost ${program.version} uses schema ${program.schema}.`,
      ...(connected ?? []).map(
        (one) =>
          `connected: ${one.schema === null ? 'a version that does not say its schema' : `schema ${one.schema}`}, ${one.login}${one.machine === null ? '' : ` from ${one.machine}`} (${counted(one.connections, 'connection')})`,
      ),
      needed
        ? 'It needs an upgrade: stop the programs that use it, then run `watchpost upgrade`.'
        : 'It needs no upgrade.',
    ]
    writeOut(lines.map((line) => `${sanitizeLine(line)}\n`).join(''))
  }
  return needed ? exitCodes.stale : 0
}
