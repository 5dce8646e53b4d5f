import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFile } from './batch.ts'
import type { Desk } from './cli.ts'

/**
 * A program in the place of another of this name, which does what its message says: `Do: answer 0` answers, then exits with 0.
 * Other words: `complete`, `say` (on standard output), `complain` (on standard error), `nothing`.
 * @returns the variables with which it is found
 */
export function standIn({ folder }: Desk, name: string): { readonly PATH: string } {
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const watchpost = `'${process.execPath}' '${programFile}'`
  const script = `#!/bin/sh
set -- $(sed -n 's/.*Do: \\([a-z]* [0-9]\\).*/\\1/p')
case $1 in
  answer) ${watchpost} reply "$WATCHPOST_MESSAGE" -b 'Here it is' >&2 ;;
  complete) ${watchpost} complete "$WATCHPOST_MESSAGE" >&2 ;;
  say) echo 'Here it is' ;;
  complain) echo 'not allowed' >&2 ;;
esac
exit $2
`
  writeFileSync(join(programs, name), script, { mode: 0o755 })
  return { PATH: `${programs}:${process.env['PATH']}` }
}
