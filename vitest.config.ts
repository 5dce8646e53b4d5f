import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Ink runs with NODE_ENV=production everywhere, so components must not be compiled for development.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    env: { NODE_ENV: 'production' },
  },
})
