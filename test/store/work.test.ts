import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import type { Connection } from '../../store/sql/connection.ts'
import { spoken } from '../../store/sql/dialect.ts'
import { sideBySide } from '../../store/sql/side-by-side.ts'
import { atOnce, inTurn, mapped, step, type Work } from '../../store/sql/work.ts'

describe('work', () => {
  function* summed(...answers: readonly (number | Promise<number>)[]): Work<number> {
    let sum = 0
    for (const answer of answers) sum += yield* step(() => answer)
    return sum
  }

  test('that waits for nothing is done at once', () => {
    expect(atOnce(summed(1, 2, 3))).toBe(6)
  })

  test('that waits cannot be done at once', () => {
    expect(() => atOnce(summed(1, Promise.resolve(2)))).toThrow('waits for something')
  })

  test('that waits is done in turn, whether or not its answers are there', async () => {
    expect(await inTurn(summed(1, Promise.resolve(2), 3))).toBe(6)
  })

  test('meets a failed answer where it waits', async () => {
    function* careful(): Work<string> {
      try {
        return yield* step(() => Promise.reject(new Error('lost')))
      } catch (error) {
        return `met: ${(error as Error).message}`
      }
    }
    expect(await inTurn(careful())).toBe('met: lost')
    await expect(inTurn(summed(1, Promise.reject(new Error('lost'))))).rejects.toThrow('lost')
  })

  test('does nothing before it comes to a step, and one step after the other', async () => {
    const done: string[] = []
    const note = (what: string) =>
      step(async () => {
        done.push(`begins ${what}`)
        await null
        done.push(`ends ${what}`)
        return what
      })
    const work = mapped(['a', 'b'], note)
    expect(done).toEqual([])
    expect(await inTurn(work)).toEqual(['a', 'b'])
    expect(done).toEqual(['begins a', 'ends a', 'begins b', 'ends b'])
  })
})

test.each([
  ['SELECT least(a, ?) FROM t', 'SELECT min(a, ?) FROM t', 'SELECT least(a, ?) FROM t'],
  ['SELECT greatest(a, b) FROM t', 'SELECT max(a, b) FROM t', 'SELECT greatest(a, b) FROM t'],
  ['a IN (SELECT value FROM texts(?))', 'a IN (SELECT value FROM json_each(?))', null],
  ['numbers(@ids) j CROSS JOIN t ON t.id = j.value', null, 'numbers(@ids) j JOIN t ON t.id = j.value'],
  ['ORDER BY a LIMIT ?', 'ORDER BY a LIMIT ? + 0', null],
  ['ORDER BY a LIMIT @most)', 'ORDER BY a LIMIT @most + 0)', null],
  ['LIMIT 1', 'LIMIT 1', null],
  ['FROM t INDEXED BY by_a WHERE a', null, 'FROM t WHERE a'],
  [
    'WHERE d.agent_id = @agent AND d.box = box_of(@agent, m.rank)',
    null,
    'WHERE d.agent_id = @agent AND TRUE',
  ],
  ['text_at(m.more, a.b.c)', "(m.more ->> '$.a.b.c')", "(readable(m.more)::json #>> '{a,b,c}')"],
  ['text_at(e.detail, reason)', "(e.detail ->> '$.reason')", "(readable(e.detail)::json #>> '{reason}')"],
  [
    'text_at(m.more, payload.id)',
    "(m.more ->> '$.payload.id')",
    "(readable(m.more)::json #>> '{payload,id}')",
  ],
  [
    'number_at(e.change, 1, 0) = 2',
    "(e.change ->> '$[1][0]') = 2",
    "(readable(e.change)::json #>> '{1,0}')::bigint = 2",
  ],
  [
    'e ON of_deed(e, t)',
    'e ON (e.seq = t.first_event OR (e.later = 1 AND e.deed_id = t.id))',
    'e ON e.deed_id = t.id',
  ],
  ['SELECT 1 FROM t FOR UPDATE', 'SELECT 1 FROM t', null],
  ['SELECT 1 FROM t LIMIT 1 FOR UPDATE OF t SKIP LOCKED', 'SELECT 1 FROM t LIMIT 1', null],
  [
    'FROM owed_answers t',
    'FROM (SELECT agent_id, copies AS owed FROM tallies WHERE what = 4) t',
    'FROM debts t',
  ],
  [
    'WHERE owes_answer(d)',
    'WHERE d.owes = 1 AND (d.box < 3 OR d.box = 6) AND d.was IS NOT 4',
    'WHERE d.owes = 1 AND d.box IN (0, 1, 2, 6) AND d.was IS DISTINCT FROM 4',
  ],
  [
    'SELECT items_in(q, 3) FROM queues q',
    'SELECT coalesce((SELECT c.copies FROM tallies c WHERE c.agent_id = q.agent_id AND c.what = 10 + 3), 0) FROM queues q',
    'SELECT coalesce((SELECT c.items FROM queued c WHERE c.agent_id = q.agent_id AND c.box = 3), 0) FROM queues q',
  ],
  ["strpos(a, '@')", "instr(a, '@')", null],
  ['SELECT seen_moment AS seen', 'SELECT newest AS seen', 'SELECT seen AS seen'],
  [
    'SET upto = current_moment',
    'SET upto = (SELECT coalesce(max(id), 0) FROM messages)',
    'SET upto = pg_current_snapshot()',
  ],
  [
    'NOT was_there(m, @upto)',
    'NOT m.id <= @upto',
    'NOT pg_visible_in_snapshot(m.xact, @upto::text::pg_snapshot)',
  ],
  [
    'd.rank >= h.value + first_after(@a, @b)',
    'd.rank >= h.value + (max(@a, @b) + 1)',
    'd.rank >= h.value + 0',
  ],
])('each engine says in its own words: %s', (sql, sqlite, postgres) => {
  if (sqlite !== null) expect(spoken('sqlite', sql)).toBe(sqlite)
  expect(spoken('postgres', sql)).toBe(postgres ?? sql)
})

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

function walk(
  node: Node,
  parents: readonly Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  visit(node, parents)
  for (const child of childrenOf(node)) walk(child, [node, ...parents], visit)
}

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node['name'] ?? nameOf(node['property'] ?? node['key'])) : ''

const isWork = (node: Node): boolean => {
  const type = (node['returnType'] as Node | null)?.['typeAnnotation'] as Node | undefined
  return node['generator'] === true || nameOf(type?.['typeName']) === 'Work'
}
const isFunction = ({ type }: Node) => /Function/u.test(type)

const parsed = (text: string) => parseSync('rules.ts', text).program as unknown as Node

/** What work is called by in a file: functions by their names, methods by those of the property. */
type Works = { readonly functions: ReadonlySet<string>; readonly methods: ReadonlySet<string> }

/** What a file declares: its functions, the methods of its types, and those of the objects that it makes. */
function declaredIn(program: Node): Works & { readonly own: ReadonlySet<string> } {
  const [functions, methods, own] = [new Set<string>(), new Set<string>(), new Set<string>()]
  walk(program, [], (node, [parent]) => {
    if (node.type === 'TSMethodSignature' && isWork(node)) methods.add(nameOf(node['key']))
    if (node.type === 'FunctionDeclaration' && isWork(node)) functions.add(nameOf(node['id']))
    if (!isFunction(node) || !isWork(node)) return
    if (parent?.type === 'VariableDeclarator') functions.add(nameOf(parent['id']))
    if (parent?.type === 'Property') own.add(nameOf(parent['key']))
  })
  return { functions, methods, own }
}

/** The names that a file imports, by the file that each is from. */
function importsOf(program: Node): readonly (readonly [name: string, from: string])[] {
  const found: (readonly [string, string])[] = []
  walk(program, [], (node) => {
    if (node.type !== 'ImportDeclaration') return
    const from = String((node['source'] as unknown as { readonly value: unknown }).value)
    for (const one of node['specifiers'] as readonly Node[]) found.push([nameOf(one['local']), from])
  })
  return found
}

/** Calls of work whose work is never done. */
function forgotten(text: string, { functions, methods }: Works): readonly string[] {
  const found: string[] = []
  walk(parsed(text), [], (node, parents) => {
    if (node.type !== 'CallExpression' || !isCallOfWork(node)) return
    if (!isHandedOn(node, parents)) found.push(text.slice(node.start, node.end))
  })
  return found

  function isCallOfWork(call: Node): boolean {
    const callee = call['callee'] as Node
    return (callee.type === 'Identifier' ? functions : methods).has(nameOf(callee))
  }

  /** Done here, or given to whoever asked this function for work. */
  function isHandedOn(call: Node, [parent, ...outer]: readonly Node[]): boolean {
    if (parent === undefined) return false
    if (parent.type === 'YieldExpression') return parent['delegate'] === true
    const isBody = parent.type === 'ArrowFunctionExpression' && parent['body'] === call
    if (!isBody && parent.type !== 'ReturnStatement') return false
    const at = isBody ? 0 : outer.findIndex(isFunction) + 1
    const [asked, beside] = [parent, ...outer].slice(at)
    if (asked === undefined || beside === undefined || asked['generator'] === true) return false
    if (isWork(asked) || beside.type === 'Property') return true
    return beside.type === 'CallExpression' && isCallOfWork(beside)
  }
}

describe('no work is forgotten', () => {
  const folder = join(root, 'store/sql')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  const programs = new Map(files.map((name) => [join(folder, name), parsed(textOf(name))]))
  const declared = new Map([...programs].map(([file, program]) => [file, declaredIn(program)]))
  const ofTypes = [...declared.values()].flatMap(({ methods }) => [...methods])

  /** In a file: what it declares and imports, and the methods of all types. */
  function worksIn(name: string): Works {
    const file = join(folder, name)
    const program = programs.get(file)
    if (program === undefined) throw new Error(`No file ${name}`)
    const { functions, own } = declaredIn(program)
    const imported = importsOf(program)
      .filter(([called, from]) => declared.get(join(dirname(file), from))?.functions.has(called))
      .map(([called]) => called)
    return { functions: new Set([...functions, ...imported]), methods: new Set([...ofTypes, ...own]) }
  }

  test('what work is called by is known', () => {
    const { functions, methods } = worksIn('reservations/reservations.ts')
    expect([...functions]).toEqual(expect.arrayContaining(['numberOf', 'requireNumber', 'reserve']))
    expect([...methods]).toEqual(expect.arrayContaining(['row', 'run', 'write', 'noteChange', 'release']))
  })

  test.each(files)('%s', (name) => {
    expect(forgotten(textOf(name), worksIn(name))).toEqual([])
  })

  test.each([
    ['function* f(): Work<void> { tx.run(sql) }', ['tx.run(sql)']],
    ['function* f(): Work<void> { if (tx.row(sql)) yield* tx.run(sql) }', ['tx.row(sql)']],
    ['function* f(): Work<void> { const row = tx.row(sql) }', ['tx.row(sql)']],
    ['function* f(): Work<number> { return tx.run(sql) }', ['tx.run(sql)']],
    ['function* f(): Work<void> { yield tx.run(sql) }', ['tx.run(sql)']],
    ['function* f(): Work<void> { all.map((one) => tx.run(one)) }', ['tx.run(one)']],
    ['const f = () => { tx.run(sql) }', ['tx.run(sql)']],
    ['function* f(): Work<void> { yield* tx.run(sql) }', []],
    ['function f(): Work<number> { return tx.run(sql) }', []],
    ['function* f(): Work<void> { yield* tx.write((tx) => tx.run(sql)) }', []],
    ['const part = () => ({ drop: (id) => tx.run(sql, id) })', []],
  ])('the reading of it: %s', (text, calls) => {
    expect(forgotten(text, worksIn('connection.ts'))).toEqual(calls)
  })
})

/** Uses of the connection outside, within a change or a look that has one of its own. */
function outside(text: string): readonly string[] {
  const found: string[] = []
  walk(parsed(text), [], (call) => {
    if (call.type !== 'CallExpression') return
    const given = call['arguments'] as readonly Node[]
    const connection = nameOf(asked(call, given))
    for (const deed of connection === '' ? [] : given.filter(isFunction))
      walk(deed['body'] as Node, [], (node, [parent]) => {
        if (node.type === 'Identifier' && node['name'] === connection && !isName(node, parent))
          found.push(text.slice(parent?.start ?? node.start, parent?.end ?? node.end))
      })
  })
  return found

  /** What is asked for a change or a look: `connection.write(…)`, or `changeRoster(connection, …)`. */
  function asked({ callee }: Node, [first]: readonly Node[]): unknown {
    const { type, object, property, name } = callee as Node
    if (type === 'MemberExpression' && ['write', 'read'].includes(nameOf(property))) return object
    return name === 'changeRoster' ? first : null
  }

  /** A property of something else, or the key of one. */
  function isName(node: Node, parent: Node | undefined): boolean {
    return parent?.['property'] === node || (parent?.['key'] === node && parent['shorthand'] !== true)
  }
}

describe('nothing within a change or a look asks the connection outside', () => {
  const folder = join(root, 'store/sql')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )

  test.each(files)('%s', (name) => {
    expect(outside(readFileSync(join(folder, name), 'utf8'))).toEqual([])
  })

  test.each([
    ['connection.write((tx) => connection.run(sql))', ['connection.run']],
    [
      'connection.write(function* (tx) { yield* numberOf(connection, name) })',
      ['numberOf(connection, name)'],
    ],
    ['changeRoster(connection, function* (tx) { yield* counted(connection) })', ['counted(connection)']],
    ['connection.read((at) => at.rows(sql, connection.location))', ['connection.location']],
    ['connection.write((tx) => tx.run(sql), ({ length }) => length > 0)', []],
    ['connection.write((tx) => tx.run(sql, peer.connection))', []],
  ])('the reading of it: %s', (text, uses) => {
    expect(outside(text)).toEqual(uses)
  })
})

test('looks beside each other end with the error of one, as it is, and in the order in which they were asked', async () => {
  const at = { isWriting: false } as Connection
  const one: Pick<Connection, 'read'> = { read: (look) => look(at) }
  const looks = (failing: number, waits: boolean) =>
    sideBySide(one, [1, 2, 3], (_, each) =>
      step(() => {
        if (each === failing) throw new Error(`lost ${each}`)
        return waits ? new Promise<number>((resolve) => setTimeout(() => resolve(each), 4 - each)) : each
      }),
    )
  expect(atOnce(looks(0, false))).toEqual([1, 2, 3])
  expect(() => atOnce(looks(2, false))).toThrow('lost 2')
  expect(await inTurn(looks(0, true))).toEqual([1, 2, 3])
  await expect(inTurn(looks(1, true))).rejects.toThrow('lost 1')
  await expect(inTurn(looks(3, true))).rejects.toThrow('lost 3')
})
