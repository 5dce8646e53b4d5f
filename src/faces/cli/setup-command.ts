import { MailError } from '../../domain/errors.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { permitting } from '../../domain/setup-permissions.ts'
import { agreed } from './ask-first.ts'
import type { Raw } from './flags.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host, SetUp } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'
import { requireTool, runSetupCheck, type SetupFlags, type SetupInput } from './setup-check.ts'

const askingForPermission = 'May the agent read and answer its mail without asking you each time? [y/N] '
const withoutPermission =
  'You may be asked before the agent uses its mail. To allow what is safe, add --permissions.'

/** Sets mail up in another tool, or checks it. */
export function runSetup(host: Host, globals: Globals, input: Raw): Promise<number> {
  const { tool, check = false, ...given } = input as SetupFlags
  if (check) return runSetupCheck(host, globals, { tool: tool ?? null, ...given })
  const none = { yes: false, remove: false, permissions: false, diff: false }
  return change(host, globals, { tool: requireTool(tool), ...none, ...given })
}

/** Shows what would change in another tool's settings, asks, and writes it. */
async function change(host: Host, globals: Globals, input: SetupInput): Promise<number> {
  const { json } = globals
  const { tool, remove } = input
  const knowsRules = permitting.some((one) => one === tool) && !remove
  if (input.permissions && !knowsRules)
    throw new MailError('usage', `--permissions is for setup ${permitting.join(', ')}.`, 'Leave it out.')
  const isAsked = knowsRules && !input.permissions && !input.yes && !json
  const allows = input.permissions || (isAsked && (await agreed(askingForPermission)))
  const permissions = allows ? true : null
  const prepared = await host.setUp({ tool, remove, permissions, ...chosenIn(globals) })
  if (!json) show(prepared, input, globals)
  const { registers } = prepared
  const isNothing = prepared.files.length === 0 && registers === null
  const written = !isNothing && (input.yes || (!json && (await agreed('Write these changes? [y/N] '))))
  if (written) await prepared.carryOut()
  const files = prepared.files.map(({ path, does, holds, diff }) => ({ path, does, holds, diff }))
  if (json) writeOut(jsonLine({ tool, files, registers, written }))
  if (written && !json && !globals.quiet) {
    if (registers !== null) writeNote(`registered ${sanitizeLine(registers)}\n`)
    writeNote(files.map(({ path }) => `wrote ${sanitizeLine(path)}\n`).join(''))
  }
  const notes = [...prepared.notes, ...(knowsRules && !allows && written ? [withoutPermission] : [])]
  if (!globals.quiet) for (const note of notes) writeNote(`${note}\n`)
  if (!written && !isNothing)
    throw new MailError('usage', 'Nothing was written.', 'Add --yes to write the changes.')
  return 0
}

function show({ files, registers }: SetUp, { remove, diff, yes }: SetupInput, { quiet }: Globals): void {
  if (files.length === 0 && registers === null && !quiet) writeNote('Nothing to change.\n')
  if (registers !== null && !quiet)
    writeNote(`${sanitizeLine(registers)} is not registered yet: this does it.\n`)
  writeOut(files.map((file) => summaryOf(file, remove)).join(''))
  if (diff) writeOut(`\n${files.map((file) => file.diff).join('\n')}`)
  else if (files.length > 0 && !yes && !quiet) writeNote('To see every line that changes, add --diff.\n')
}

/** `changes  .claude/settings.json: 12 hooks` */
function summaryOf({ path, does, holds }: SetUp['files'][number], remove: boolean): string {
  const what = remove && does === 'changes' ? 'removes what Watchpost added' : holds
  return `${does.padEnd(7)}  ${sanitizeLine(path)}${what === '' ? '' : `: ${what}`}\n`
}
