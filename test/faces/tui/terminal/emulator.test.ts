import { expect, test } from 'vitest'
import { openEmulator } from '../../../support/terminal-emulator.ts'

const size = { columns: 12, rows: 1 }

/** A read of a pty ends wherever it likes, and what the tests see must not depend on it. */
test.each(['a…b', '│x│', 'é日', '👍 y', '\x1b[1m▸\x1b[m…'])(
  '%j is the same in however many pieces it comes',
  async (text) => {
    const bytes = Buffer.from(text)
    const whole = openEmulator(size)
    await whole.write(text)
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const parted = openEmulator(size)
      void parted.write(bytes.subarray(0, cut))
      await parted.write(bytes.subarray(cut))
      expect(parted.cells()).toEqual(whole.cells())
    }
  },
)
