import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['lead'], 'town')
})
afterAll(() => desk.close())

it('a command of three words is found, in batches too, and completed word by word', () => {
  expect(desk.json('swarm', 'definition', 'show')).toMatchObject({ entrypoint: null, loaded: false })
  expect(desk.batch([{ command: 'swarm definition show' }])).toMatchObject([{ loaded: false }])
  expect(desk.run(['swarm', 'definition', 'drop']).code).not.toBe(0)
  const offered = (...words: readonly string[]) =>
    desk
      .run(['__complete', '--', ...words])
      .out.trim()
      .split('\n')
      .map((line) => line.split('\t')[0])
  expect(offered('swarm', 'd')).toEqual(['definition'])
  expect(offered('swarm', 'definition', '')).toEqual(['show', 'drop'])
})
