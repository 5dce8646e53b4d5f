import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countedCommands, openCountedCommands } from '../../support/counted-commands.ts'
import { withOwnPostgres } from '../../support/postgres.ts'

await withOwnPostgres([], (server) => {
  let counted: Awaited<ReturnType<typeof openCountedCommands>>

  beforeAll(async () => {
    counted = await openCountedCommands(server)
    counted.fill(0, 4)
  })
  afterAll(() => counted.close())

  async function expectFewWays(words: string, limit: number, address?: string): Promise<void> {
    const taken = await counted.leastWaysOf(words, limit, address)
    expect(taken).toMatchObject({ code: 0, connections: 1 })
    expect(taken.ways).toBeLessThanOrEqual(limit)
  }

  describe.each(['few', 'many'])(
    'PostgreSQL: with %s agents a command takes few ways to the server',
    (amount) => {
      beforeAll(() => {
        if (amount === 'many') counted.fill(4, 40)
      })

      test.each(countedCommands)('%s', (words, limit) => expectFewWays(words, limit))
    },
  )

  describe('PostgreSQL: behind a pooler it takes no more of them', () => {
    test.each(countedCommands)('%s', (words, limit) =>
      expectFewWays(words, limit, `${counted.address}?pooler=transaction`),
    )
  })
})
