import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isSlug, nameOfSlug, slugOf } from '../../../src/domain/mail2/slug.ts'

test.each([
  ['critic', 'critic'],
  ['swarm-a', 'swarm-a'],
  ['dev/critic', 'x-devz2fzcritic'],
  ['mayor/', 'x-mayorz2fz'],
  ['swarm_a', 'x-swarmz5fza'],
  ['Zoë', 'x-z5azozebz'],
  ['buzz.er', 'x-buzzzzz2ezer'],
  ['x-ray', 'x-x-ray'],
  ['a--b', 'x-az2dzz2dzb'],
  ['-a-', 'x-z2dzaz2dz'],
  ['日本', 'x-z65e5zz672cz'],
  ['😀', 'x-z1f600z'],
])('the slug of %j is %s, and there is no way but back', (name, slug) => {
  expect([slugOf(name), nameOfSlug(slug)]).toEqual([slug, name])
})

describe('a slug', () => {
  it('is one for every name, and of no other name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        expect([isSlug(slugOf(name)), nameOfSlug(slugOf(name))]).toEqual([true, name])
      }),
    )
  })

  it('of nobody is none', () => {
    for (const slug of [
      '',
      'A',
      'a_b',
      'a--b',
      '-a',
      'x-critic',
      'x-z61z',
      'x-z2f',
      'x-z0002fz',
      'x-zd800z',
      'x-z110000z',
    ])
      expect([slug, nameOfSlug(slug)]).toEqual([slug, null])
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,20}$/u), (slug) => {
        const name = nameOfSlug(slug)
        if (name !== null) expect(slugOf(name)).toBe(slug)
      }),
    )
  })
})
