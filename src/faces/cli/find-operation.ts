import { catalogue, type Entry, findCommand, type OperationName } from '../../operations/catalogue.ts'
import type { Operation } from '../../operations/operation.ts'

export type Found = {
  readonly name: OperationName
  readonly used: number
  readonly entry: Entry<Operation>
}

/** The operation that a line begins with; `agents` alone is `agents list`. */
export function findOperation(words: readonly string[]): Found | undefined {
  const [first = '', second] = words
  const list = second === undefined ? findCommand([first, 'list']) : undefined
  const found = findNamed(words) ?? (list && { ...list, used: 1 })
  return found && { ...found, entry: catalogue[found.name] as Entry<Operation> }
}

/** The operation whose whole name a line begins with. `backup restore` is the program's own, not a backup into that file. */
export function findNamed(words: readonly string[]): Pick<Found, 'name' | 'used'> | undefined {
  return words[0] === 'backup' && words[1] === 'restore' ? undefined : findCommand(words)
}
