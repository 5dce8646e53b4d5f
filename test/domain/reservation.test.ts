import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import {
  canMeet,
  isEverything,
  meansFolder,
  readFilePath,
  readPath,
  reservedPath,
  standAgainst,
} from '../../src/domain/reservation.ts'

const meet = (one: string, other: string) => canMeet(readPath(one), readPath(other))

describe('two claims', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src/a.ts', 'src'],
    ['src', 'src/deep/er/a.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['src/*.ts', 'src/a*'],
    ['src/*.ts', 'src/?.*'],
    ['src/**', 'src'],
    ['**/a.ts', 'src/**'],
    ['**/a.ts', 'a.ts'],
    ['src/**/b/*.ts', 'src/a/**/c.ts'],
    ['src/{a,b}.ts', 'src/b.ts'],
    ['src/{a,b/c}.ts', 'src/b/*'],
    ['{src,test}/{a,b}', 'test/b'],
    ['src/[ab].ts', 'src/b.ts'],
    ['src/[!a].ts', 'src/b.ts'],
    ['src/[a-c].ts', 'src/[x-z].ts'],
    ['src/[[:alpha:]].ts', 'src/b.ts'],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx'],
    ['app/[id]/page.tsx', 'app/*/page.tsx'],
    ['app/[id]/**', 'app/d/page.tsx'],
    ['src/**', 'src/deep/er'],
    ['notes/{draft}.md', 'notes/{draft}.md'],
    ['a*b*c', '*abc'],
    ['README.md', 'readme.MD'],
    ['caf\u00e9.md', 'cafe\u0301.md'],
    ['*.MD', 'readme.md'],
    ['.env', '*'],
    ['*', '**'],
    ['x\u{1f600}y', 'x?y'],
    ['src/parser', 'src/parser/*.ts'],
    ['src/parser', 'src/parser/**/*.ts'],
    ['src/parser', 'src/{lexer,parser}/*.ts'],
    ['src/parser', 'SRC/Parser/?.ts'],
    ['src/v1.2', 'src/v1.2/*'],
    ['app/[id]/**', 'app/[id]/parts/*'],
  ])('%s meets %s', (one, other) => {
    expect(meet(one, other)).toBe(true)
    expect(meet(other, one)).toBe(true)
  })

  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src/a.ts', 'src/a.tsx'],
    ['src', 'src2/a.ts'],
    ['src/*.ts', 'src/a/b.ts'],
    ['src/*.ts', 'src/a.css'],
    ['src/*.ts', 'test/**'],
    ['**/a.ts', '**/b.ts'],
    ['src/{a,b}.ts', 'src/c.ts'],
    ['src/[ab].ts', 'src/c.ts'],
    ['src/[!a].ts', 'src/a.ts'],
    ['src/?.ts', 'src/ab.ts'],
    ['src/a*c', 'src/b*'],
    ['a/**/b', 'a/c'],
    ['README.md', '**/*.ts'],
    ['README.md', '*/*.ts'],
    ['src/one', 'src/?/*.ts'],
    ['src/parser', 'src/parsers/*.ts'],
    ['src/parser', 'src/lexer/*.ts'],
  ])('%s does not meet %s', (one, other) => {
    expect(meet(one, other)).toBe(false)
    expect(meet(other, one)).toBe(false)
  })
})

describe('any path that both patterns match', () => {
  const part = fc.oneof(
    { arbitrary: fc.constantFrom('a', 'b', 'c', '.', 'ab'), weight: 4 },
    fc.constantFrom('*', '?', '[ab]', '[!c]', '[a-c]', '{a,b}', '{b,c*}', '{a,b/c}'),
  )
  const segment = fc.oneof(
    { arbitrary: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')), weight: 5 },
    fc.constant('**'),
  )
  const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
  const file = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((names) => names.join('/'))
    .filter((path) => !path.split('/').some((name) => name === '.' || name === '..'))
  const matcherOf = (glob: string) => picomatch(glob, { dot: true, posix: true })

  it('makes them meet, as another program matches it', () => {
    let both = 0
    fc.assert(
      fc.property(pattern, pattern, fc.array(file, { minLength: 1, maxLength: 30 }), (one, other, paths) => {
        const [first, second] = [matcherOf(one), matcherOf(other)]
        const read = readPath(one)
        for (const path of paths) {
          if (!first(path)) continue
          if (!canMeet(read, readFilePath(path))) throw new Error(`${one} matches ${path}`)
          if (!second(path)) continue
          both += 1
          if (!meet(one, other)) throw new Error(`${one} and ${other} both match ${path}`)
        }
      }),
      { numRuns: 1_500 },
    )
    expect(both).toBeGreaterThan(0)
  })

  it('is found in a pattern that was made from it', () => {
    const blurred = fc.tuple(file, fc.infiniteStream(fc.nat(5))).map(([path, dice]) => {
      const blur = () =>
        path
          .split('/')
          .map((name) => {
            const die = dice.next().value
            if (die === 0) return '**'
            return [...name].map((letter) => (dice.next().value === 1 ? '*' : letter)).join('')
          })
          .join('/')
      return [path, blur(), blur()] as const
    })
    fc.assert(
      fc.property(blurred, ([path, one, other]) => {
        expect(meet(one, other), `${one} ${other} ${path}`).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a path as a claim keeps it', () => {
  it.each([
    ['a.ts', 'src/a.ts'],
    ['./a.ts', 'src/a.ts'],
    ['../test//b.ts', 'test/b.ts'],
    ['x/../a.ts', 'src/a.ts'],
    ['/p/docs/', 'docs'],
    ['**/*.ts', 'src/**/*.ts'],
    ['..', '**'],
    ['{a,b/c}.ts', 'src/{a,b/c}.ts'],
  ])('%s is %s', (written, path) => {
    expect(reservedPath(written, '/p/src', '/p')).toBe(path)
  })

  it.each([
    ['../../etc/passwd', 'not in the worktree'],
    ['/etc/passwd', 'not in the worktree'],
    ['/p2/a', 'not in the worktree'],
    ['*/../a', 'not in the worktree'],
    ['{../../../x,y}', 'not in the worktree'],
    ['a/{..,b}/c', 'out of the worktree'],
    ['a{/../../../x,y}', 'not in the worktree'],
    ['', 'empty'],
    ['a\u001b[31m', 'control character'],
    ['a\nb', 'control character'],
    ['x'.repeat(500), 'the limit is 400'],
    ['{a,b}{a,b}{a,b}{a,b}{a,b}', 'more than 16'],
  ])('%j is refused: %s', (written, why) => {
    expect(() => reservedPath(written, '/p/src', '/p')).toThrow(why)
  })

  it.each(['**', '**/*', '*/**', '**/?*', '{a,**}', '***'])('%s is everything', (path) => {
    expect(isEverything(path)).toBe(true)
  })
  it.each(['*', 'src/**', '**/*.ts', '**/a', '*/*'])('%s is not everything', (path) => {
    expect(isEverything(path)).toBe(false)
  })
})

it.each([
  ['src/parser', null, true],
  ['src/new.ts', null, false],
  ['.env', null, false],
  ['v1.2/parser', null, true],
  ['src/par*er', null, false],
  ['LICENSE', 'file', false],
  ['src/v1.2', 'folder', true],
  ['app/[id]', 'folder', true],
] as const)('%s, where there is %s, means what is below it too: %s', (path, found, means) => {
  expect(meansFolder(path, found)).toBe(means)
})

it('a name with signs of a pattern is no pattern where it is a file that is written', () => {
  expect(canMeet(readFilePath('src/*.ts'), readPath('src/a.ts'))).toBe(false)
  expect(canMeet(readFilePath('app/[id]/page.tsx'), readPath('app/[id]/**'))).toBe(true)
})

it('one stands against another agent, unless both are shared', () => {
  const held = [
    { agent: 'ana', shared: true, path: 'docs' },
    { agent: 'bob', shared: false, path: 'src' },
  ]
  const against = (agent: string, shared: boolean, path: string) =>
    standAgainst({ agent, shared, path: readPath(path) }, held).map(({ path: one }) => one)
  expect(against('cy', true, '**')).toEqual(['src'])
  expect(against('cy', false, '**')).toEqual(['docs', 'src'])
  expect(against('bob', false, '**')).toEqual(['docs'])
  expect(against('ana', false, 'docs/a.md')).toEqual([])
})

it('is quick about patterns that are made to be slow', () => {
  const slow = readPath('*a'.repeat(190))
  const begun = performance.now()
  expect(canMeet(slow, readPath(`${'a*'.repeat(190)}b`))).toBe(false)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
