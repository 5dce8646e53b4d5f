import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Json, jsonFlaw } from '../../src/domain/json.ts'
import type { Format, Loss } from '../../src/formats/format.ts'
import { emptyParcel, type Parcel } from '../../src/formats/parcel.ts'
import { proof, scaled } from '../support/scale.ts'
import { type Files, filesOf, readFiles } from './fixture.ts'
import { parcels } from './parcels.ts'

export type Example = { readonly name: string; readonly files: Files }

const runs = scaled(300, 10_000)
const names = Object.keys(emptyParcel) as readonly (keyof Parcel)[]

/** What every format must do. A format is done when it passes this unchanged. */
export function describeFormat(format: Format, examples: readonly Example[]): void {
  describe(format.name, () => {
    test.each(examples)('$name goes out as it came in', ({ files }) => {
      const found = readFiles(format, files)
      expect(found.skipped).toEqual([])
      expect(
        found.parcels.length +
          found.rulings.length +
          found.agents.length +
          found.places.length +
          found.marks.length,
      ).toBeGreaterThan(0)
      const pieces = [
        ...[...found.parcels, ...found.rulings].flatMap(({ parcel }) => format.print(parcel)),
        ...format.printAgents(found.agents),
        ...format.printPlaces(found.places),
      ]
      expect(filesOf(format, pieces)).toEqual(files)
    })

    test(
      proof(`${format.name}: what goes out comes in equal, but for what it declares`, runs, 'messages'),
      () => {
        fc.assert(
          fc.property(parcels, (parcel) => {
            const { parcels: back, skipped } = readFiles(format, filesOf(format, format.print(parcel)))
            expect(skipped).toEqual([])
            expect(back.length).toBeGreaterThan(0)
            for (const one of back) expect(carried(format, one.parcel)).toEqual(carried(format, parcel))
          }),
          { numRuns: runs },
        )
      },
    )

    test(proof(`${format.name}: unknown fields survive`, runs, 'messages'), () => {
      const more = fc.dictionary(
        fc.string().map((key) => `x-${key}`),
        fc.jsonValue().filter((value) => jsonFlaw(value as Json) === null),
        { minKeys: 1, maxKeys: 3 },
      )
      fc.assert(
        fc.property(parcels, more, (parcel, unknown) => {
          const pieces = format.print(parcel).slice(0, 1)
          const value = JSON.parse(JSON.stringify({ ...pieces[0]?.value, ...unknown })) as Record<
            string,
            Json
          >
          const files = filesOf(
            format,
            pieces.map((piece) => ({ ...piece, value })),
          )
          const back = readFiles(format, files).parcels
          expect(back).toHaveLength(1)
          const held = JSON.stringify(back[0]?.parcel.meta)
          for (const [key, kept] of Object.entries(unknown))
            expect(held).toContain(`${JSON.stringify(key)}:${JSON.stringify(kept)}`)
        }),
        { numRuns: runs },
      )
    })

    test(
      proof(`${format.name}: no input crashes or hangs its parser`, scaled(1_000, 10_000), 'inputs'),
      () => {
        const known = fc.constantFrom(...examples.flatMap(({ files }) => Object.entries(files)))
        const mutated = fc.tuple(
          known,
          fc.nat(),
          fc.nat(),
          fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
        )
        fc.assert(
          fc.property(mutated, fc.jsonValue({ maxDepth: 6 }), ([[path, held], at, cut, other], random) => {
            const part = format.partOf(path) ?? format.partNamed(path)
            for (const value of [random as Json, other as Json, spoilt(held as Json, at, cut, other as Json)])
              for (const found of part.read(value, path))
                if (found.type === 'parcel' || found.type === 'ruling') format.print(found.parcel)
          }),
          { numRuns: scaled(1_000, 10_000) },
        )
      },
    )
  })
}

/** The same value with one of its parts replaced, taken away or cut. */
function spoilt(value: Json, at: number, cut: number, other: Json): Json {
  if (typeof value === 'string') return cut % 2 === 0 ? value.slice(0, cut % (value.length + 1)) : other
  if (typeof value !== 'object' || value === null) return other
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  if (key === undefined || cut % 7 === 0) return other
  const inner = spoilt((value as Record<string, Json>)[key] ?? null, Math.floor(at / 3), cut + 1, other)
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, place) => (String(place) === key ? inner : item))
  const entries = Object.entries(value).filter(([name]) => cut % 5 !== 0 || name !== key)
  return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? inner : item])) as Json
}

function carried(format: Format, parcel: Parcel): object {
  const lost = new Set<string>([...format.loses, 'id', 'aliases', 'meta'] satisfies readonly (Loss | 'id')[])
  return Object.fromEntries(names.filter((name) => !lost.has(name)).map((name) => [name, parcel[name]]))
}
