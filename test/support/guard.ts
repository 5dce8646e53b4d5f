import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Guard, guardScript, guardWord, hookLine } from '../../src/setup/guard.ts'

/** A home folder with the guard's file, and a folder of programs that has a shell and one that prints what it is called with. */
export function openGuard(home: string) {
  const path = guardWord.replace('~', home)
  const programs = join(home, 'programs')
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, guardScript)
  mkdirSync(programs)
  symlinkSync(
    spawnSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).stdout.trim(),
    join(programs, 'sh'),
  )
  writeFileSync(join(programs, 'watchpost'), '#!/bin/sh\necho looked\n', { mode: 0o755 })
  /** What a hook prints: `looked` where the program was started. */
  return (guard: Guard, cwd: string, env: NodeJS.ProcessEnv = {}): string =>
    spawnSync('/bin/sh', ['-c', hookLine(guard)], {
      cwd,
      env: { PATH: programs, HOME: home, ...env },
      encoding: 'utf8',
    }).stdout.trim()
}
