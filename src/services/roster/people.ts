import type { Context } from '../context.ts'

/** People on the roster: over MAIL `all` means agents. */
export async function peopleHere({ store }: Context): Promise<readonly string[]> {
  const found: string[] = []
  for (const kind of ['user', 'admin'] as const)
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof store.roster.list>> = await store.roster.list(
        { kind, state: 'alive' },
        { limit: 500, after },
      )
      found.push(...page.rows.map(({ address }) => address))
      if (page.next === null) break
      after = page.next
    }
  return found
}
