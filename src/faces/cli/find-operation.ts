import type { OperationName } from '../../operations/catalogue.ts'
import { daily, type Entry, findDaily } from '../../operations/daily.ts'
import type { Operation } from '../../operations/operation.ts'

export type Found = {
  readonly name: OperationName
  readonly used: number
  readonly entry: Entry<Operation>
}

/** The operation that a line begins with; `agents` alone is `agents list`. */
export async function findOperation(words: readonly string[]): Promise<Found | undefined> {
  const [first = '', second] = words
  const own = findDaily(first)
  if (own !== undefined) return { name: own, used: 1, entry: daily[own] as Entry<Operation> }
  // Called at every turn of an agent, and no operation.
  if (first === 'hook') return undefined
  const { catalogue, findCommand } = await import('../../operations/catalogue.ts')
  const list = second === undefined ? findCommand([first, 'list']) : undefined
  const found = findCommand(words) ?? (list && { ...list, used: 1 })
  return found && { ...found, entry: catalogue[found.name] as Entry<Operation> }
}
