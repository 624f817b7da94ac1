# Assay in a container. To judge: docker run -p 8080:8080 -v campaigns:/data assay judge serve campaign --host 0.0.0.0
FROM node:22-alpine AS build
WORKDIR /assay
COPY . .
RUN npm ci && npm run build && npm pack --ignore-scripts --pack-destination /packed

# Without optional packages: Node 22 has SQLite built in.
FROM node:22-alpine
COPY --from=build /packed /packed
RUN npm install --global --omit=optional --no-audit --no-fund /packed/*.tgz \
    && npm cache clean --force \
    && rm -r /packed \
    && install -d -o node -g node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8080
# Of assay judge serve, on its usual port. Other commands end before the first check.
HEALTHCHECK --interval=30s --timeout=5s CMD wget -q -O /dev/null http://127.0.0.1:8080/healthz || exit 1
ENTRYPOINT ["assay"]
CMD ["--help"]
