import { type Fence, fenceRule } from '../../../domain/prompt/fence.ts'
import type { Raw } from '../flags.ts'
import type { Printed } from '../sheet.ts'

/** How a value is printed for an agent: what others wrote stands between marked lines. */
export type FencedSheet = { readonly now: number; readonly reader: string; readonly fence: Fence }
/** `null`: there is nothing to fence, and it is printed as every value is. */
export type FencedPrinter<V> = (value: V, sheet: FencedSheet, input: Raw) => Printed | null

/** Blocks under the line that says how they are to be read. */
export function printed(
  blocks: readonly string[],
  { fence }: FencedSheet,
  notes: readonly string[] = [],
): Printed {
  if (blocks.length === 0) return { lines: [], notes }
  return { lines: [fence.own(fenceRule), ...blocks], notes }
}
