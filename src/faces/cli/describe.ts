import { errorCodes } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { flagName, inputSchema } from '../../input/input.ts'
import { catalogue, loadOperation, operationNames } from '../../operations/catalogue.ts'
import { type Builtin, builtins } from './builtin-commands.ts'
import { exitCodes } from './exit.ts'
import { globalFields } from './globals.ts'
import { commandsNamed } from './named-commands.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** Every command, with the schemas of all inputs, values and errors, in one document. */
export async function describeAll(version: string): Promise<JsonObject> {
  const operations = await Promise.all(operationNames.map(describeOperation))
  return {
    $schema: dialect,
    $id: `urn:watchpost:describe:${version}`,
    title: `watchpost ${version}`,
    version,
    commands: [...operations, ...builtins.map(describeBuiltin)],
    globals: inputSchema(globalFields),
    errors: errorCodes.map((code) => ({ code, exit: exitCodes[code] })),
    exitCodes: exitTable(),
    $defs: await definitionsFor(),
  }
}

/**
 * Commands by their names, or all commands that begin with a word such as `queue`, with the schemas that they refer to.
 * @throws MailError `usage` there is no such command
 */
export async function describeCommands(version: string, words: readonly string[]): Promise<JsonObject> {
  const commands = await Promise.all(commandsNamed(words).map(describeCommand))
  return {
    $schema: dialect,
    $id: `urn:watchpost:describe:${version}:${words.join(':')}`,
    title: `watchpost ${words.join(' ')} (${version})`,
    version,
    commands,
    $defs: await definitionsFor(commands),
  }
}

async function describeCommand(command: string): Promise<JsonObject> {
  const name = operationNames.find((one) => catalogue[one].command === command)
  if (name !== undefined) return describeOperation(name)
  return describeBuiltin(builtins.find((one) => one.command === command) as Builtin)
}

/** The definitions that commands refer to, or all. Only this loads the schemas, and the library that they are written with. */
async function definitionsFor(commands?: readonly JsonObject[]): Promise<JsonObject> {
  const { definitions } = await import('./schemas.ts')
  if (commands === undefined) return definitions()
  const references = JSON.stringify(commands).matchAll(/"#\/\$defs\/([A-Za-z]+)"/gu)
  return definitions(new Set([...references].map(([, name = '']) => name)))
}

async function describeOperation(name: (typeof operationNames)[number]): Promise<JsonObject> {
  const { command, group } = catalogue[name]
  const { summary, access, yields, input, value, examples = [] } = await loadOperation(name)
  return {
    command,
    operation: name,
    group,
    summary,
    access,
    yields,
    words: Object.keys(input).filter((field) => input[field]?.positional),
    flags: Object.fromEntries(Object.keys(input).map((field) => [field, `--${flagName(field)}`])),
    input: inputSchema(input),
    output: { $ref: `#/$defs/${value}` },
    examples: examples.map(([line, does]) => ({ line, does })),
  }
}

function describeBuiltin({ command, summary, input, examples }: (typeof builtins)[number]): JsonObject {
  const output = outputs[command]
  return {
    command,
    operation: null,
    group: 'Program',
    summary,
    words: Object.keys(input).filter((field) => input[field]?.positional),
    flags: Object.fromEntries(Object.keys(input).map((field) => [field, `--${flagName(field)}`])),
    input: inputSchema(input),
    output: output === null ? { type: 'string' } : { $ref: `#/$defs/${output}` },
    examples: examples.map(([line, does]) => ({ line, does })),
  }
}

const outputs = {
  init: 'initialised',
  demo: null,
  trust: 'trustedStore',
  doctor: 'examination',
  upgrade: 'upgrade',
  'backup restore': 'restored',
  hook: null,
  setup: 'setUp',
  serve: null,
  metrics: null,
  door: null,
  link: null,
  batch: 'batchAnswer',
  mcp: null,
  describe: 'description',
  completion: null,
  compat: null,
  help: null,
} as const

/** Exit code 0 is success; every other code covers these error codes. */
function exitTable(): JsonObject {
  const codes = [...new Set(Object.values(exitCodes))].sort((a, b) => a - b)
  const rows = codes.map((exit) => [String(exit), errorCodes.filter((code) => exitCodes[code] === exit)])
  return { '0': [], ...Object.fromEntries(rows) }
}
