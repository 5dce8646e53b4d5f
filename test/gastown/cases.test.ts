import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addressJudges } from './addresses.ts'
import { type Case, judged } from './case.ts'
import { elsewhere, otherwise } from './decided.ts'
import { mailJudges } from './mail.ts'
import { placeJudges } from './places.ts'
import { protocolJudges } from './protocol.ts'
import { roomJudges } from './room.ts'

const judges = { ...addressJudges, ...mailJudges, ...placeJudges, ...protocolJudges, ...roomJudges }

const casesIn = (file: URL): readonly Case[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
const own = new URL('cases.jsonl', import.meta.url)
const source = new URL('../../../shared/gastown/cases.jsonl', import.meta.url)

const keyOf = ({ kind, input }: Pick<Case, 'kind' | 'input'>) => `${kind} ${JSON.stringify(input)}`
const decided = new Map(otherwise.map((one) => [keyOf(one), one]))

describe("Gas Town's own cases", () => {
  test.each(casesIn(own).map((one) => [keyOf(one).slice(0, 160), one] as const))('%s', async (_name, one) => {
    const judge = judges[one.kind]
    if (judge === undefined) return expect(Object.keys(elsewhere)).toContain(one.kind)
    const [ours, theirs] = await judged(judge, one)
    const other = decided.get(keyOf(one))
    if (other === undefined) return expect(ours).toEqual(theirs)
    expect(ours).toEqual(other.ours)
    expect(ours).not.toEqual(theirs)
  })

  test('are all of them, where they lie beside the project', () => {
    if (!existsSync(source)) return
    const known = new Set(casesIn(own).map((one) => JSON.stringify([keyOf(one), one.expect])))
    expect(casesIn(source).filter((one) => !known.has(JSON.stringify([keyOf(one), one.expect])))).toEqual([])
  })

  test('are decided otherwise only where there is such a case', () => {
    const keys = new Set(casesIn(own).map(keyOf))
    expect([...decided.keys()].filter((key) => !keys.has(key))).toEqual([])
  })
})
