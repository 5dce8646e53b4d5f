import type { Examination, Finding } from '../../domain/finding.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { exitCodes } from './exit.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'

/** Prints the problems of a store. The exit code shows whether damage remains. */
export async function runDoctor(host: Host, globals: Globals, repair: boolean): Promise<number> {
  const examination = await host.examine({ ...chosenIn(globals), repair })
  const { findings, sound } = examination
  if (globals.json) writeOut(jsonLine(examination))
  else writeOut(findings.map(told).join(''))
  if (findings.length === 0 && !globals.json && !globals.quiet) writeNote(allWell(examination))
  return sound ? 0 : exitCodes.damaged
}

function told({ finding, severity, where, why, mend, mended }: Finding): string {
  const lines = [
    `${mended ? 'mended' : severity}: ${finding}: ${sanitizeLine(why)}`,
    `  ${sanitizeLine(where)}`,
    ...(mended ? [] : [`  ${sanitizeLine(mend)}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function allWell({ store }: Examination): string {
  return `${sanitizeLine(store)} has no problems.\n`
}
