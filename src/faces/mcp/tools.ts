import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { checkInput, duration, type Field, type Fields } from '../../input/input.ts'
import { loadOperation } from '../../operations/catalogue.ts'
import { carryOut } from './door.ts'
import type { ToolGroup } from './groups.ts'
import { debateTools } from './listed/debates.ts'
import { mailTools } from './listed/mail.ts'
import { placeTools } from './listed/places.ts'
import { readingTools } from './listed/reading.ts'
import { workingTools } from './listed/working.ts'
import { writingTools } from './listed/writing.ts'
import { looseType } from './loose-arguments.ts'
import type { Tool } from './tool.ts'
import type { ToolRow, ToolRows } from './tool-row.ts'

const rows: ToolRows = {
  ...readingTools,
  ...writingTools,
  ...workingTools,
  ...mailTools,
  ...placeTools,
  ...debateTools,
}

export async function operationTools(groups: ReadonlySet<ToolGroup>): Promise<readonly Tool[]> {
  const served = Object.entries(rows).filter(([, { group }]) => groups.has(group))
  return Promise.all(served.map(([name, row]) => toolOf(name, row, groups)))
}

/** The tool that does what a command does. */
export function toolOfOperation(operation: string): string | undefined {
  return Object.keys(rows).find((name) => rows[name]?.operation === operation)
}

/** The group of a tool that is not served. */
export function groupOfTool(name: string): ToolGroup | undefined {
  return own(rows, name)?.group
}

async function toolOf(name: string, row: ToolRow, groups: ReadonlySet<ToolGroup>): Promise<Tool> {
  const operation = await loadOperation(row.operation)
  const isRead = operation.access === 'read'
  return {
    name,
    title: row.title,
    description: row.description,
    inputSchema: parametersOf(name, row, operation.input, groups),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: row.destructive ?? false,
      idempotentHint: isRead || (row.idempotent ?? false),
      openWorldHint: false,
    },
    call: ({ open }, input) =>
      carryOut(
        open,
        { tool: name, operation: row.operation, empty: row.empty, groups },
        withLimits(name, row, input),
      ),
  }
}

/** Only what is worth its tokens in every list: nothing that a caller would not act on. */
export function schemaOf(described: Readonly<Record<string, readonly [Field<unknown>, string | null]>>) {
  const entries = Object.entries(described)
  const required = entries.filter(([, [field]]) => field.required).map(([name]) => name)
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      entries.map(([name, [field, words]]) => [
        name,
        { ...typeOf(field), ...(words === null ? {} : { description: words }) },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
}

function parametersOf(name: string, row: ToolRow, fields: Fields, groups: ReadonlySet<ToolGroup>) {
  const more = Object.entries(row.more ?? {}).flatMap(([group, parameters]) =>
    groups.has(group as ToolGroup) ? Object.entries(parameters) : [],
  )
  const all = [...Object.entries(row.parameters), ...more]
  return schemaOf(
    Object.fromEntries(
      all.map(([parameter, words]) => {
        const field = fields[parameter]
        if (field === undefined) throw new Error(`The tool ${name} has no parameter ${parameter}.`)
        return [parameter, [field, words]]
      }),
    ),
  )
}

function typeOf(field: Field<unknown>): JsonObject {
  return field.many ? { type: looseType('array'), items: typeOfOne(field) } : typeOfOne(field)
}

function typeOfOne({ kind, words }: Field<unknown>): JsonObject {
  switch (kind) {
    case 'flag':
      return { type: looseType('boolean') }
    case 'number':
      return { type: looseType('integer') }
    case 'choice':
      return { enum: words }
    case 'json':
      return {}
    case 'text':
    case 'duration':
    case 'time':
      return { type: 'string' }
  }
}

/** Nobody hears from a call that waits, so that it may wait only so long, ms. */
const longestWait = 600_000

/** @throws MailError `usage` */
function withLimits(name: string, { defaults }: ToolRow, input: Readonly<Record<string, unknown>>) {
  const whole = { ...defaults, ...input }
  if (name !== 'wait') return whole
  const { timeout } = checkInput({ timeout: duration('') }, { timeout: whole['timeout'] })
  if (timeout !== undefined && timeout <= longestWait) return whole
  throw new MailError('usage', 'timeout must be at most 10m.', 'Call the tool wait again to wait for longer.')
}
