import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Ink runs with NODE_ENV=production everywhere, so components must not be compiled for development.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Only what hangs takes as long: no test is to fail because the machine has more to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'test/support/fresh-program.ts',
    setupFiles: ['test/support/nobodys-session.ts'],
    pool: 'forks',
    maxWorkers: 2,
    env: { NODE_ENV: 'production' },
  },
})
