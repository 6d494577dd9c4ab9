# An image with citool in it:   docker build -t citool . && docker run --rm -v "$PWD:/pictures" citool apply in.jpg -f CISepiaTone -o out.png
# Every RUN line is a step of scripts/container, which scripts/test runs too.
ARG SWIFT=6.3-bookworm

FROM swift:${SWIFT} AS build
WORKDIR /coreimage
COPY . .
RUN scripts/container packages
RUN scripts/container build

FROM swift:${SWIFT}-slim
WORKDIR /coreimage
COPY scripts scripts
COPY Examples/Photographs Examples/Photographs
RUN scripts/container libraries
COPY --from=build /coreimage/.build/container/citool /usr/local/bin/citool
RUN scripts/container try
WORKDIR /pictures
ENTRYPOINT ["citool"]
