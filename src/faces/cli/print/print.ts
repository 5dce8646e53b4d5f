import { fencedText, fenceOf } from '../../../domain/prompt/fence.ts'
import { catalogue, type OperationName } from '../../../operations/catalogue.ts'
import { randomMark } from '../../../services/mark.ts'
import { isNarrow } from '../../narrow.ts'
import { isUntrusted } from '../../present-untrusted.ts'
import type { Raw } from '../flags.ts'
import { sinkOf } from '../output.ts'
import { byLength, colourInk, type Measure, type Printed, plainInk, type Sheet } from '../sheet.ts'
import { fencedPrinters } from './print-fenced.ts'
import { type Printer, printers } from './printers.ts'

type Settings = {
  readonly now: number
  readonly colour: boolean
  /** The agent that reads it; `null` for a person. */
  readonly agent: string | null
  /** The cells of a line, where it is not printed on the terminal itself. */
  readonly width?: number
}

/** A value as text. For people: as wide as the terminal, coloured only there. For agents: see `printForAgent`. */
export async function printText(
  name: OperationName,
  value: unknown,
  input: Raw,
  settings: Settings,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const print = printers[name as keyof typeof printers] as Printer<unknown>
  const measure = isNarrow(JSON.stringify(value)) ? byLength : (await import('string-width')).default
  const sheet = await sheetOf(settings, measure)
  const { agent } = settings
  const { lines, notes } =
    agent === null
      ? await print(value, sheet, input)
      : await printForAgent(name, value, input, { agent, print, sheet })
  return { text: lines.map((line) => `${line}\n`).join(''), notes }
}

/** Others' text is fenced, each message by itself and a list as a whole, and all of it is disarmed. */
async function printForAgent(
  name: OperationName,
  value: unknown,
  input: Raw,
  {
    agent,
    print,
    sheet,
  }: { readonly agent: string; readonly print: Printer<unknown>; readonly sheet: Sheet },
): Promise<Printed> {
  const fence = fenceOf(randomMark())
  const inFences = fencedPrinters[name]?.(value as never, { now: sheet.now, reader: agent, fence }, input)
  if (inFences != null) return inFences
  const {
    lines,
    notes,
    isOwn = false,
  } = await print(value, { ...sheet, ink: plainInk, titles: false }, input)
  const shown = lines.map(fence.text)
  const fenced =
    shown.length > 0 && !isOwn && isUntrusted(value)
      ? [fencedText(catalogue[name].command, shown.join('\n'), fence)]
      : shown
  return { lines: fenced, notes: notes.map(fence.text) }
}

async function sheetOf({ now, colour, width }: Settings, measure: Measure): Promise<Sheet> {
  if (width !== undefined) return { now, width, ink: plainInk, measure }
  const off: Sheet = { now, width: Number.POSITIVE_INFINITY, ink: plainInk, measure }
  if (sinkOf(1) !== 'device') return off
  const { isatty } = process.getBuiltinModule('node:tty')
  if (!isatty(1)) return off
  return { ...off, width: process.stdout.columns || 80, ink: colour ? colourInk : plainInk }
}
