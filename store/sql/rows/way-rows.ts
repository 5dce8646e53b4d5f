import type { Ways } from '../../../src/domain/ways.ts'
import type { CopyRow } from '../tables/deliveries.ts'

type WayCells = Pick<CopyRow, 'via' | 'also_via'>

/** Hardly any copy has more than one way: only those cost more. */
export function waysOfRow({ via, also_via }: WayCells): readonly string[] {
  const first = via ?? 'to'
  return also_via === null ? [first] : [first, ...(JSON.parse(also_via) as readonly string[])]
}

export function wayCells({ via, alsoVia }: Ways): WayCells {
  return { via: via === 'to' ? null : via, also_via: alsoVia === undefined ? null : JSON.stringify(alsoVia) }
}
