import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Recorded = {
  readonly program: string
  readonly args: readonly string[]
  readonly input: string
}

/** Stands in the place of programs on PATH: each start is recorded, with its arguments and its standard input. */
export function openRecorder(folder: string) {
  const [programs, starts] = [join(folder, 'recorders'), join(folder, 'starts')]
  mkdirSync(programs, { recursive: true })
  mkdirSync(starts, { recursive: true })
  return {
    PATH: `${programs}:${process.env['PATH']}`,
    /** @param then what it does once it has recorded: lines of a shell */
    standIn(name: string, then = 'exit 0'): string {
      const file = join(programs, name)
      // A start is there once its folder has its last name.
      writeFileSync(
        file,
        `#!/bin/sh
made='${starts}/.'$$
mkdir "$made"
printf '%s' '${name}' > "$made/program"
for argument in "$@"; do printf '%s\\0' "$argument"; done > "$made/args"
cat > "$made/input"
mv "$made" '${starts}/'$$
${then}
`,
        { mode: 0o755 },
      )
      return file
    },
    starts(): readonly Recorded[] {
      const names = readdirSync(starts).filter((name) => !name.startsWith('.'))
      return names
        .map((name) => {
          const read = (part: string) => readFileSync(join(starts, name, part), 'utf8')
          return {
            program: read('program'),
            args: read('args').split('\0').slice(0, -1),
            input: read('input'),
          }
        })
        .toSorted((one, other) => (one.program < other.program ? -1 : 1))
    },
  }
}
