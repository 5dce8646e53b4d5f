import type { OperationName } from '../../../operations/catalogue.ts'
import type { Raw } from '../flags.ts'
import { sinkOf } from '../output.ts'
import { byLength, colourInk, isNarrow, type Measure, plainInk, type Sheet } from '../sheet.ts'
import { type Printer, printers } from './printers.ts'

type Settings = { readonly now: number; readonly colour: boolean }

/** A value as text for people: as wide as the terminal, coloured only there. */
export async function printText(
  name: OperationName,
  value: unknown,
  input: Raw,
  settings: Settings,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const print = printers[name as keyof typeof printers] as Printer<unknown>
  const measure = isNarrow(JSON.stringify(value)) ? byLength : (await import('string-width')).default
  const { lines, notes } = print(value, await sheetOf(settings, measure), input)
  return { text: lines.map((line) => `${line}\n`).join(''), notes }
}

async function sheetOf({ now, colour }: Settings, measure: Measure): Promise<Sheet> {
  const off: Sheet = { now, width: Number.POSITIVE_INFINITY, ink: plainInk, measure }
  if (sinkOf(1) !== 'device') return off
  const { isatty } = await import('node:tty')
  if (!isatty(1)) return off
  return { ...off, width: process.stdout.columns || 80, ink: colour ? colourInk : plainInk }
}
