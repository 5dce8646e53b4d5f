import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { removeDatabase } from '../../../shared/new-file.ts'
import { type Database, openFile } from '../../database/driver.ts'
import { isUnreadable } from '../../database/errors.ts'
import { schema } from '../../schema.ts'

type Root = { readonly name: string; readonly rootpage: number; readonly table: number }

const rootsSql =
  "SELECT name, rootpage, type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%' AS \"table\" FROM sqlite_schema WHERE rootpage > 0"
const headerBytes = 100
/** The bytes that begin a page of a table with numbered rows, and of all others. */
const kinds = { numbered: [5, 13], keyed: [2, 10] } as const
/** A store of another layout has fewer pages of the right kind by far. */
const enough = 0.9
const fewest = 20

/**
 * Gives a copy its list of tables back where that cannot be read. A store that was made by this program's schema has each of its
 * tables at the same page as every other, and its list too. In one that was upgraded they lie elsewhere, and nothing is done.
 */
export function mendSchemaPages(copy: string, tolerant: (database: Database) => Database): void {
  const known = readableRoots(copy, tolerant)
  if (known === null) return
  const donor = `${copy}-donor`
  try {
    const { roots, pages, pageSize } = freshLayout(donor)
    const fresh = new Map(roots.map(({ name, rootpage }) => [name, rootpage]))
    if (known.some(({ name, rootpage }) => fresh.get(name) !== rootpage)) return
    const fd = openSync(copy, 'r+')
    try {
      const kept = roots.filter(({ rootpage }) => rootpage * pageSize <= fstatSync(fd).size)
      const fitting = kept.filter((root) => isKind(fd, root, pageSize))
      if (kept.length < fewest || fitting.length < kept.length * enough) return
      transplant(donor, fd, pages, pageSize)
    } finally {
      closeSync(fd)
    }
  } finally {
    removeDatabase(donor)
  }
}

/** `null`: all of it can be read. */
function readableRoots(
  copy: string,
  tolerant: (database: Database) => Database,
): readonly Pick<Root, 'name' | 'rootpage'>[] | null {
  let database: Database | null = null
  const found: Root[] = []
  try {
    database = tolerant(openFile(copy))
    for (const order of ['', 'DESC'])
      try {
        for (const root of database.prepare(`${rootsSql} ORDER BY rowid ${order}`).iterate())
          found.push(root as Root)
        return null
      } catch (error) {
        if (!isUnreadable(error)) throw error
      }
    return found
  } catch (error) {
    if (isUnreadable(error)) return found
    throw error
  } finally {
    database?.close()
  }
}

function freshLayout(path: string) {
  const database = openFile(path)
  try {
    database.exec(`BEGIN; ${schema}; COMMIT`)
    const roots = database.prepare(rootsSql).all() as Root[]
    const pages = database
      .prepare("SELECT pageno FROM dbstat WHERE name IN ('sqlite_schema', 'sqlite_master')")
      .pluck()
      .all() as number[]
    return { roots, pages, pageSize: Number(database.pragma('page_size', { simple: true })) }
  } finally {
    database.close()
  }
}

/** The header is the copy's own. */
function transplant(donor: string, to: number, pages: readonly number[], pageSize: number): void {
  const from = openSync(donor, 'r')
  try {
    const bytes = Buffer.alloc(pageSize)
    for (const page of pages) {
      const at = (page - 1) * pageSize
      readSync(from, bytes, 0, pageSize, at)
      const skipped = page === 1 ? headerBytes : 0
      writeSync(to, bytes, skipped, pageSize - skipped, at + skipped)
    }
  } finally {
    closeSync(from)
  }
}

function isKind(fd: number, { rootpage, table }: Root, pageSize: number): boolean {
  const [kind] = readByte(fd, (rootpage - 1) * pageSize)
  const wanted: readonly number[] = table === 1 ? kinds.numbered : kinds.keyed
  return kind !== undefined && wanted.includes(kind)
}

function readByte(fd: number, at: number): Buffer {
  const byte = Buffer.alloc(1)
  return byte.subarray(0, readSync(fd, byte, 0, 1, at))
}
