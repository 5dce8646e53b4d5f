import type { Column, EachWay, EngineName, Kind, Table } from './table.ts'

/** How an engine makes a table. */
export type Maker = {
  readonly engine: EngineName
  /** What a column of a kind is. One of the kind `id` or `key` is the primary key. */
  readonly kinds: Readonly<Record<Kind, string>>
  /** What stands after the columns of a table. */
  optionsOf(table: Table): string
  /** Refuses what never happens to a row. */
  refusal(table: string, never: NonNullable<Table['never']>): string
}

export function tableSql(maker: Maker, table: Table): string {
  const { name, columns, key, unique } = table
  const lines = Object.keys(columns).map((column) => columnSql(maker, table, column))
  if (key !== undefined) lines.push(`PRIMARY KEY(${typeof key === 'string' ? key : key[maker.engine]})`)
  if (unique !== undefined) lines.push(`UNIQUE(${unique})`)
  const said = lines.filter((line) => line !== undefined)
  return `CREATE TABLE ${name}(\n  ${said.join(',\n  ')}\n)${maker.optionsOf(table)};`
}

/** A column's name and what it is; `undefined` where this engine does not have it. */
export function columnSql({ engine, kinds }: Maker, { columns }: Table, name: string): string | undefined {
  const column = columns[name]
  const said = typeof column === 'object' ? column[engine] : column && kindSql(kinds, column)
  return said === undefined ? undefined : `${name} ${said}`
}

const isKeyKind = (kind: unknown) => kind === 'id' || kind === 'key'

function kindSql(kinds: Maker['kinds'], column: Exclude<Column, EachWay>): string {
  const { kind, mayLack, first } = partsOf(column)
  if (isKeyKind(kind) || mayLack) return kinds[kind]
  return `${kinds[kind]} NOT NULL${first === undefined ? '' : ` DEFAULT ${first}`}`
}

function partsOf(column: Exclude<Column, EachWay>) {
  const [, kind, mayLack, first] = /^(\w+)(\?)?(?: = (.+))?$/u.exec(column) ?? []
  return { kind: kind as Kind, mayLack: mayLack !== undefined, first }
}

/** @throws where each engine has its own */
export function kindOf({ name: table, columns }: Table, name: string): Kind {
  const column = columns[name]
  if (typeof column !== 'string') throw new Error(`${table}.${name} has no kind`)
  return partsOf(column).kind
}

/** Whether a column is its table's key alone: no table ever lacked it. */
export function isKey({ columns }: Table, name: string): boolean {
  return isKeyKind(columns[name])
}

export function indexesSql({ name: table, indexes = {} }: Table): readonly string[] {
  return Object.entries(indexes).map(([name, said]) => {
    const [, unique = '', columns] = /^(UNIQUE )?(.+)$/su.exec(said) ?? []
    return `CREATE ${unique}INDEX ${name} ON ${table}${columns};`
  })
}

export function refusalSql(maker: Maker, { name, never }: Table): string {
  return never === undefined ? '' : maker.refusal(name, never)
}
