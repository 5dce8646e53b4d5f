import { MailError } from '../errors.ts'
import { hasWord } from './plain.ts'
import type { Term } from './term.ts'

type Part = { readonly text: string } | 'and' | 'or' | 'not' | 'open' | 'close'
type Node =
  | { readonly type: 'term'; readonly term: Term }
  | { readonly type: 'all' | 'any'; readonly nodes: readonly Node[] }
  | { readonly type: 'not'; readonly node: Node }

/** A search of more alternatives than these would be many searches. */
const mostAlternatives = 64
const operators = ['and', 'or', 'not'] as const

/** Words, and the operators and brackets between them. A bracket within a word is part of it. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  const word = /-?(?:[a-z]+:)?(?:"[^"]*"?|\S+|(?<=:)(?=\s|$))/uy
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at)
    const space = /^\s+/u.exec(rest)?.[0].length ?? 0
    const bracket = /^-?\(/u.exec(rest)?.[0]
    if (space > 0) at += space
    else if (bracket !== undefined) {
      parts.push(...(bracket === '-(' ? (['not', 'open'] as const) : (['open'] as const)))
      depth += 1
      at += bracket.length
    } else if (rest.startsWith(')') && depth > 0) {
      parts.push('close')
      depth -= 1
      at += 1
    } else {
      word.lastIndex = at
      const found = word.exec(text)?.[0] ?? rest
      const read = withoutClosing(found, depth)
      parts.push(operators.find((one) => one === read.toLowerCase()) ?? { text: read })
      at += Math.max(1, read.length)
    }
  }
  return parts
}

/** A word without the brackets at its end that close others than its own. */
function withoutClosing(word: string, depth: number): string {
  if (/^-?(?:[a-z]+:)?"/u.test(word)) return word
  let kept = word
  for (let open = depth; open > 0 && kept.length > 1 && kept.endsWith(')') && isUneven(kept); open -= 1)
    kept = kept.slice(0, -1)
  return kept
}

function isUneven(word: string): boolean {
  return word.split(')').length > word.split('(').length
}

/**
 * The alternatives that such a search comes to: each is a list of terms that must all hold. Operators without a side and
 * brackets without their other half are left out.
 * `null` where nothing else is said.
 * @throws MailError `usage` where they are too many
 */
export function alternatives(
  parts: readonly Part[],
  read: (text: string) => readonly Term[],
): readonly (readonly Term[])[] | null {
  const left = [...parts]
  const node = anyOf(left, read)
  return node === null ? null : alternativesOf(node, false)
}

type Read = (text: string) => readonly Term[]

function anyOf(left: Part[], read: Read): Node | null {
  const nodes: (Node | null)[] = [allOf(left, read)]
  while (left[0] === 'or' || left[0] === 'close') {
    // A closing bracket that nothing opened.
    if (left.shift() === 'or') nodes.push(allOf(left, read))
  }
  return joined('any', nodes)
}

function allOf(left: Part[], read: Read): Node | null {
  const nodes: (Node | null)[] = []
  while (left.length > 0 && left[0] !== 'or' && left[0] !== 'close') {
    if (left[0] === 'and') left.shift()
    else nodes.push(oneOf(left, read))
  }
  return joined('all', nodes)
}

/** `not` is for one word `alone`; other words beside one another are read together. */
function oneOf(left: Part[], read: Read, alone = false): Node | null {
  const part = left.shift()
  if (part === 'not') {
    if (left.length === 0 || left[0] === 'or' || left[0] === 'close' || left[0] === 'and') return null
    const node = oneOf(left, read, true)
    return node === null ? null : { type: 'not', node }
  }
  if (part === 'open') return inBrackets(left, read)
  if (part === undefined || typeof part === 'string') return null
  return juxtaposed(read([part.text, ...(alone ? [] : runOf(left))].join(' ')))
}

function inBrackets(left: Part[], read: Read): Node | null {
  const nodes: (Node | null)[] = [allOf(left, read)]
  while (left[0] === 'or') {
    left.shift()
    nodes.push(allOf(left, read))
  }
  if (left[0] === 'close') left.shift()
  return joined('any', nodes)
}

function runOf(left: Part[]): readonly string[] {
  const words: string[] = []
  for (let part = left[0]; part !== undefined && typeof part !== 'string'; part = left[0]) {
    words.push(part.text)
    left.shift()
  }
  return words
}

/** Words beside one another must all hold; values of one key are alternatives. */
function juxtaposed(terms: readonly Term[]): Node | null {
  const nodes: (Node | null)[] = []
  const keys = new Map<string, Node[]>()
  for (const term of terms) {
    const node: Node = { type: 'term', term }
    const isAlone = term.type === 'text' || term.type === 'before' || term.type === 'after' || isNegated(term)
    if (term.type === 'text' && !hasWord(term.text)) continue
    if (isAlone) nodes.push(node)
    else keys.set(term.type, [...(keys.get(term.type) ?? []), node])
  }
  for (const same of keys.values()) nodes.push(joined('any', same))
  return joined('all', nodes)
}

function joined(type: 'all' | 'any', nodes: readonly (Node | null)[]): Node | null {
  const said = nodes.filter((node) => node !== null)
  const [only] = said
  if (only === undefined) return null
  return said.length === 1 ? only : { type, nodes: said }
}

function alternativesOf(node: Node, negated: boolean): readonly (readonly Term[])[] {
  switch (node.type) {
    case 'term':
      return [[negated ? opposite(node.term) : node.term]]
    case 'not':
      return alternativesOf(node.node, !negated)
    case 'all':
    case 'any': {
      const each = node.nodes.map((one) => alternativesOf(one, negated))
      return limited((node.type === 'any') !== negated ? each.flat() : products(each))
    }
  }
}

function products(each: readonly (readonly (readonly Term[])[])[]): readonly (readonly Term[])[] {
  return each.reduce<readonly (readonly Term[])[]>(
    (done, next) => limited(done.flatMap((one) => next.map((other) => [...one, ...other]))),
    [[]],
  )
}

function limited<T>(found: readonly T[]): readonly T[] {
  if (found.length <= mostAlternatives) return found
  throw new MailError('usage', 'This search has too many alternatives.', 'Use fewer `or`.')
}

function opposite(term: Term): Term {
  if (!('not' in term)) return { ...term, type: term.type === 'before' ? 'after' : 'before' }
  return { ...term, not: !term.not }
}

function isNegated(term: Term): boolean {
  return 'not' in term && term.not
}
