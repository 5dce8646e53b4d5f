import { MailError } from '../../domain/errors.ts'
import type { Examination, Finding } from '../../domain/finding.ts'
import { type LogHead, readHead } from '../../domain/log-head.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { exitCodes } from './exit.ts'
import type { Raw } from './flags.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'
import { setUpProblems } from './setup-check.ts'

/** Prints the problems of a store. The exit code shows whether damage remains. */
export async function runDoctor(host: Host, globals: Globals, input: Raw): Promise<number> {
  const { repair = false, head } = input as { readonly repair?: boolean; readonly head?: string }
  const wanted = head === undefined ? null : requireHead(head)
  const examination = await host.examine({ ...chosenIn(globals), repair, head: wanted })
  const { findings, sound } = examination
  if (globals.json) writeOut(jsonLine(examination))
  else writeOut(findings.map(told).join(''))
  if (findings.length === 0 && !globals.json && !globals.quiet) writeNote(allWell(examination))
  if (!globals.json && !globals.quiet) {
    writeNote(sealed(examination))
    if (sound) writeNote(await setUpProblems(host, globals))
  }
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

function requireHead(text: string): LogHead {
  const head = readHead(text)
  if (head !== null) return head
  throw new MailError(
    'usage',
    `${sanitizeLine(text)} is not a head.`,
    'Copy the head that `watchpost backup` or `watchpost doctor` printed, such as 12:30:9f86….',
  )
}

function sealed({ log }: Examination): string {
  if (log === null) return ''
  const left = `${log.unsealed} ${log.unsealed === 1 ? 'change' : 'changes'}`
  if (log.head === null) return log.unsealed === 0 ? '' : `The log is not sealed yet: ${left}.\n`
  const rest = log.unsealed === 0 ? '' : `, ${left} later ${log.unsealed === 1 ? 'is' : 'are'} not sealed yet`
  const from = log.copiedFrom === null ? '' : ` It was copied from a log with the head ${log.copiedFrom}.`
  return `The head of the log is ${log.head}${rest}.${from}\n`
}

function allWell({ store }: Examination): string {
  return `${sanitizeLine(store)} has no problems.\n`
}
