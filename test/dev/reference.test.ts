import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { referencePython, referenceVariable } from '../../src/dev/bench/reference.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-reference-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const named = (name: string) => () => referencePython({ [referenceVariable]: name })
const python = (text: string, mode = 0o755) => {
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'python'), text)
  chmodSync(join(folder, 'bin', 'python'), mode)
}

it('nothing is measured where no reference is named', () => {
  expect([referencePython({}), named('')()]).toEqual([null, null])
})

it('a folder without a Python says what is missing', () => {
  expect(named(folder)).toThrow(`${join(folder, 'bin', 'python')} is missing`)
  python('', 0o644)
  expect(named(folder)).toThrow('may not be run')
})

it('a Python without the reference says what it lacks', () => {
  python('#!/bin/sh\necho "Traceback" >&2\necho "ModuleNotFoundError: No module named mail" >&2\nexit 1\n')
  expect(named(folder)).toThrow('cannot import')
  expect(named(folder)).toThrow('ModuleNotFoundError: No module named mail')
})

it('a Python that has it is taken', () => {
  python('#!/bin/sh\nexit 0\n')
  expect(named(folder)()).toBe(join(folder, 'bin', 'python'))
})
