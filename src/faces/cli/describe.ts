import { errorCodes } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { catalogue, loadOperation, operationNames } from '../../operations/catalogue.ts'
import { flagName, inputSchema } from '../../operations/input.ts'
import { schemas } from '../../operations/schemas.ts'
import { builtins } from './builtin-commands.ts'
import { exitCodes } from './exit.ts'
import { globalFields } from './globals.ts'

/** All that a program must know to use this one: every schema of inputs, values and errors in one document. */
export async function describe(version: string): Promise<JsonObject> {
  const operations = await Promise.all(operationNames.map(describeOperation))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:watchpost:describe:${version}`,
    title: `watchpost ${version}`,
    version,
    commands: [...operations, ...builtins.map(describeBuiltin)],
    globals: inputSchema(globalFields),
    errors: errorCodes.map((code) => ({ code, exit: exitCodes[code] })),
    exitCodes: exitTable(),
    $defs: { ...schemas, ...programSchemas },
  }
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
  doctor: 'examination',
  hook: null,
  setup: 'setUp',
  serve: null,
  batch: 'batchAnswer',
  mcp: null,
  describe: 'description',
  completion: null,
  help: null,
} as const

/** Exit code 0 is success; each other one covers these error codes. */
function exitTable(): JsonObject {
  const codes = [...new Set(Object.values(exitCodes))].sort((a, b) => a - b)
  const rows = codes.map((exit) => [String(exit), errorCodes.filter((code) => exitCodes[code] === exit)])
  return { '0': [], ...Object.fromEntries(rows) }
}

const error: JsonObject = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: errorCodes },
    message: { type: 'string' },
    hint: { type: 'string' },
  },
  required: ['code', 'message', 'hint'],
}

const programSchemas = {
  error: { type: 'object', properties: { error }, required: ['error'] },
  setUp: {
    type: 'object',
    properties: {
      tool: { type: 'string' },
      files: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, diff: { type: 'string' } },
          required: ['path', 'diff'],
        },
      },
      written: { type: 'boolean' },
    },
    required: ['tool', 'files', 'written'],
  },
  initialised: {
    type: 'object',
    properties: {
      store: { type: 'string' },
      swarm: { type: ['string', 'null'] },
      created: { type: 'boolean' },
      person: { type: 'string' },
    },
    required: ['store', 'swarm', 'created', 'person'],
  },
  batchLine: {
    type: 'object',
    properties: { command: { type: 'string' }, input: { type: 'object' }, as: { type: 'string' } },
    required: ['command'],
    additionalProperties: false,
  },
  batchAnswer: {
    oneOf: [
      { type: 'object', properties: { ok: { const: true }, value: {} }, required: ['ok', 'value'] },
      { type: 'object', properties: { ok: { const: false }, error }, required: ['ok', 'error'] },
    ],
  },
  description: { type: 'object', required: ['version', 'commands', 'errors', 'exitCodes', '$defs'] },
} as const satisfies JsonObject
