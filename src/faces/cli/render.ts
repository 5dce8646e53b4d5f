import type { OperationName } from '../../operations/catalogue.ts'
import type { Operation } from '../../operations/operation.ts'
import type { Context } from '../../services/context.ts'
import { agentReader, forReader } from '../present-for-agents.ts'
import type { Raw } from './flags.ts'
import type { Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'

type Performed = { readonly name: OperationName; readonly operation: Operation; readonly context: Context }
type Rendered = { readonly text: string; readonly notes: readonly string[] }

/** A value as its reader gets it: JSON or text, for a person or for an agent. */
export async function render(
  host: Host,
  { name, operation, context }: Performed,
  value: unknown,
  globals: Globals,
  input: Raw,
): Promise<Rendered> {
  if (operation.reads === 'text' && !globals.json)
    return { text: asLines((value as { readonly text: string }).text), notes: [] }
  const agent = agentReader(context)
  const shown = forReader(agent, value, input, operation.value)
  if (globals.json || input['format'] === 'json') return { text: jsonLine(shown), notes: [] }
  const { printText } = await import('./print/print.ts')
  const colour = host.colour && !globals.noColor
  return printText(name, shown, input, { now: context.now(), colour, agent })
}

function asLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
