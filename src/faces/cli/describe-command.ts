import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { catalogue, operationNames } from '../../operations/catalogue.ts'
import { summaries } from '../../operations/summaries.ts'
import { builtins } from './builtin-commands.ts'
import { describeAll, describeCommands } from './describe.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { writeOut } from './output.ts'

/** An index of the commands, those that are named, or all. */
export async function runDescribe(
  { version }: Host,
  words: readonly string[],
  all: boolean,
): Promise<number> {
  if (all && words.length > 0)
    throw new MailError('usage', 'Give the names of commands, or --all.', 'Example: watchpost describe inbox')
  const named = words.length === 0 ? commandIndex(version) : await describeCommands(version, words)
  writeOut(jsonLine(all ? await describeAll(version) : named))
  return 0
}

/** Every command with the beginning of its summary: so short that an agent can afford to read it. */
function commandIndex(version: string): JsonObject {
  return {
    version,
    more: '`watchpost describe NAME…` prints inputs, outputs and examples of commands, or of a family such as queue; --all of all.',
    commands: Object.fromEntries([
      ...operationNames.map((name) => [catalogue[name].command, beginningOf(summaries[name])]),
      ...builtins.map(({ command, summary }) => [command, beginningOf(summary)]),
    ]),
  }
}

function beginningOf(summary: string): string {
  return summary.split(/[;:,(]/u)[0]?.trim() ?? ''
}
